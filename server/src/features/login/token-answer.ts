import type { OutsideFailure } from '../../gateways/outside.ts'

/**
 * A person's token at a provider that can be used now. `broken`: the person has to connect again. `failed`: the provider
 * could not be asked; try later.
 */
export type ConnectionToken =
  | { readonly ok: true; readonly access_token: string; readonly scopes: readonly string[] }
  | { readonly ok: false; readonly reason: 'not_connected' | 'broken'; readonly detail: string }
  | { readonly ok: false; readonly reason: 'failed'; readonly failure: OutsideFailure }
