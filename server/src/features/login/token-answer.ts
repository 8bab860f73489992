import type { OutsideFailure } from '../../gateways/outside.ts'

/** A user's token at a provider. `broken`: the user has to connect again. `failed`: the provider did not answer; try later. */
export type ConnectionToken =
  | { readonly ok: true; readonly access_token: string; readonly scopes: readonly string[] }
  | { readonly ok: false; readonly reason: 'not_connected' | 'broken'; readonly detail: string }
  | { readonly ok: false; readonly reason: 'failed'; readonly failure: OutsideFailure }
