import { z } from 'zod'
import { numberParam } from './query.ts'

/** The request of a site that shows a link (oembed.com, section 2.2). */
export const OEmbedQuery = z.object({
  url: z.string().min(1).max(2000),
  maxwidth: numberParam(10_000).optional(),
  maxheight: numberParam(10_000).optional(),
  format: z
    .string()
    .max(20)
    .optional()
    .meta({ examples: ['json'] }),
})

/**
 * The answer (oembed.com, section 2.3). `rich`: the standings in a frame, for events whose organisers listed sites. `link`: only
 * title and picture.
 */
export const OEmbed = z
  .object({
    version: z.literal('1.0'),
    type: z.enum(['rich', 'link']),
    title: z.string(),
    provider_name: z.string(),
    provider_url: z.string(),
    /** Seconds for which the answer may be kept. */
    cache_age: z.int(),
    html: z.string().optional(),
    width: z.int().optional(),
    height: z.int().optional(),
    thumbnail_url: z.string().optional(),
    thumbnail_width: z.int().optional(),
    thumbnail_height: z.int().optional(),
  })
  .meta({ id: 'OEmbed' })
export type OEmbed = z.output<typeof OEmbed>
