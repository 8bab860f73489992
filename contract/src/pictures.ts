import { z } from 'zod'

/** Largest accepted picture, in bytes, and its longest side, in pixels. */
export const largestPicture_bytes = 2 * 1024 * 1024
export const longestPictureSide = 4096

/** Base64 takes four characters for three bytes. */
const longestText = Math.ceil(largestPicture_bytes / 3) * 4
/** Body of a call with a picture. */
export const largestUpload_bytes = longestText + 1024

/** The bytes of a PNG, JPEG or WebP file in base64. It is redrawn before it is stored. */
export const PictureUpload = z
  .object({
    picture: z
      .string({ error: 'is required' })
      .min(1, 'is required')
      .max(longestText, `must not be larger than ${largestPicture_bytes / 1024 / 1024} MiB`),
  })
  .meta({ id: 'PictureUpload' })

/** Longest side of a stored screenshot, in pixels. */
export const longestProofSide = 1920
/** Screenshots of one proof. */
export const maxPicturesOfProof = 5
/** Screenshots of a player in an event, and bytes of all screenshots of an event. */
export const maxProofPictures = 200
export const maxProof_bytes = 4 * 1024 * 1024 * 1024
