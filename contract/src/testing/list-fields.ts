import type { z } from 'zod'

/** The fields of one type in a schema, each with its path. */
export function listFields(schema: unknown, path: string, type: 'string' | 'number'): { path: string; schema: z.ZodType }[] {
  const { def } = schema as { def: Record<string, unknown> & { type: string } }
  const inside = (inner: unknown, more = '') => listFields(inner, path + more, type)
  if (def.type === 'object') return Object.entries(def['shape'] as object).flatMap(([key, inner]) => inside(inner, `.${key}`))
  if (def.type === 'union') return (def['options'] as unknown[]).flatMap((option) => inside(option))
  if (def.type === 'array') return inside(def['element'])
  if (def.type === 'pipe') return inside(def['in'])
  if (def.type === type) return [{ path, schema: schema as z.ZodType }]
  return 'innerType' in def ? inside(def['innerType']) : []
}
