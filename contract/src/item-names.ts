import { z } from 'zod'

/** Kinds of names of items: `unique` is a name of its own, all others are base types. */
export const nameKinds = ['unique', 'card', 'gem', 'scarab', 'currency', 'map', 'beast', 'base'] as const
export const NameKind = z.enum(nameKinds)
export type NameKind = z.output<typeof NameKind>

/** Names of one kind and group. The group is the class of a base type, the colour or sort of a gem, or empty. */
export const NameSection = z
  .object({
    kind: NameKind,
    group: z.string(),
    names: z.array(z.object({ name: z.string(), /** The base type of a unique. */ base: z.string().optional() })),
  })
  .meta({ id: 'NameSection' })
export type NameSection = z.output<typeof NameSection>
