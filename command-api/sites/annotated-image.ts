/** A picture that comes inside a JSON body, as text in base64. */
import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import type { Pictures } from '#platform/pictures/pictures.ts'

const DATA_URL = /^data:[\w.+/-]*;base64,/
/** Each letter is looked at once: spaces that could be of two parts would be tried as both, and megabytes of them take for ever. */
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}$/

/** The hash that it is taken under, or why it is not. */
export async function takeBase64(pictures: Pick<Pictures, 'take'>, text: string): Promise<string | Rejection> {
  const plain = text.replace(DATA_URL, '').trimEnd()
  if (!BASE64.test(plain))
    return reject('bad-request', 'annotated_image is not base64.', { annotated_image: 'not base64' })
  const taken = await pictures.take(Buffer.from(plain, 'base64'))
  return isRejection(taken) ? taken : taken.hash
}
