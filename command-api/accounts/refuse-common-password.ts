/** Refuses the most common passwords: about 18,000 entries of a bundled list. */
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'

const SHORTEST = 8
let common: Promise<ReadonlySet<string>> | undefined

/** Loads the list of common passwords on first use, so that the server starts fast. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST))
}

/** Returns a refusal if the password is common, otherwise undefined. */
export async function refuseCommonPassword(
  password: string,
  field: 'password' | 'newPassword',
): Promise<Rejection | undefined> {
  common ??= loadCommon()
  if (!(await common).has(password.normalize('NFKC').toLowerCase())) return undefined
  const message = msg`This password is too common. Choose another.`
  return reject('bad-request', message, { [field]: message })
}
