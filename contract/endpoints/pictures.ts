/** Endpoints of pictures: upload and download. */
import { z } from 'zod'
import { endpointsOf } from '../door/endpoint.ts'
import { pictures as lines } from '../lines/pictures.ts'
import { PICTURE_WIDTHS } from '../waste/pictures.ts'

const px = z.int().min(1)
const widths = PICTURE_WIDTHS.map(String) as [string, ...string[]]

export const pictures = endpointsOf(lines, {
  uploadPicture: {
    summary:
      'Send a picture (JPEG, PNG, WebP or AVIF; at most 10 MB and 25 megapixels): it is kept as a JPEG without its metadata, once a command within a day names it',
    answer: z.object({
      /** Hash that commands refer to. */
      picture: z.string(),
      url: z.string(),
      width: px,
      height: px,
    }),
  },
  picture: {
    summary: 'A picture by its hash, as it is or at most so many px wide; it never changes, and browsers keep it',
    query: z.object({
      width: z
        .enum(widths, `Widths are ${PICTURE_WIDTHS.join(', ')}`)
        .transform(Number)
        .optional(),
    }),
    file: { types: ['image/jpeg'] },
  },
})
