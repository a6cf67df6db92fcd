/** Accepts pictures in JSON bodies, as base64 text. */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { PictureStore } from '#platform/pictures/pictures.ts'

const DATA_URL = /^data:[\w.+/-]*;base64,/
/**
 * Matches base64 in linear time.
 * With optional spaces between groups, matching would backtrack for a very long time on megabytes.
 */
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}$/

/** Stores a picture; returns its hash, or a refusal. */
export async function storeBase64Picture(
  pictures: Pick<PictureStore, 'take'>,
  text: string,
): Promise<string | Rejection> {
  const plain = text.replace(DATA_URL, '').trimEnd()
  if (!BASE64.test(plain))
    return reject('bad-request', msg`annotated_image is not base64.`, { annotated_image: msg`not base64` })
  const taken = await pictures.take(Buffer.from(plain, 'base64'))
  return isRejection(taken) ? taken : taken.hash
}
