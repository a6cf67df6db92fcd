/** Endpoints of pictures: upload and download. */
import { z } from 'zod'
import { defineEndpoints } from '../http/endpoint.ts'
import { PICTURE_WIDTHS } from './pictures.ts'
import { pictureEndpointRoutes as lines } from './routes.ts'

const px = z.int().min(1)
const widths = PICTURE_WIDTHS.map(String) as [string, ...string[]]

export const pictureEndpoints = defineEndpoints(lines, {
  uploadPicture: {
    summary:
      'Upload a picture (JPEG, PNG, WebP or AVIF; at most 10 MB and 25 megapixels); stored as JPEG without metadata, and deleted after a day unless a command names it',
    answer: z.object({
      /**
       * Content hash of the picture.
       * Commands refer to the picture by this hash.
       */
      picture: z.string(),
      url: z.string(),
      width: px,
      height: px,
    }),
  },
  picture: {
    summary: 'Picture by hash, original or resized; immutable and cacheable',
    query: z.object({
      width: z
        .enum(widths, `Widths are ${PICTURE_WIDTHS.join(', ')}`)
        .transform(Number)
        .optional(),
    }),
    file: { types: ['image/jpeg'] },
  },
})
