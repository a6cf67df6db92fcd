/**
 * HTTP handler of picture uploads.
 * A picture that no command names within a day is deleted.
 */

import { isRejection } from '#contract/http/problems.ts'
import { pictureUrlOf } from '#contract/pictures/pictures.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Kernel } from '../kernel/kernel.ts'

export function createPictureHandlers({ pictures }: Pick<Kernel, 'pictures'>): Handlers {
  return {
    async uploadPicture({ upload }) {
      const taken = await pictures.take(upload.path)
      if (isRejection(taken)) return taken
      const { hash, width, height } = taken
      return { picture: hash, url: pictureUrlOf(hash), width, height }
    },
  }
}
