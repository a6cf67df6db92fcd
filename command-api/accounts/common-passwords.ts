/** The passwords that everybody tries first: about 18,000 of a list that ships with the program are refused when one is set. */
import { type Rejection, reject } from '#contract/door/problems.ts'

const SHORTEST = 8
let common: Promise<ReadonlySet<string>> | undefined

/** Unpacked at the first use: a start has no need of it. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST))
}

/** Why a new password is refused, named for the field that it was typed into; undefined when it is not common. */
export async function refuseCommon(
  password: string,
  field: 'password' | 'newPassword',
): Promise<Rejection | undefined> {
  common ??= loadCommon()
  if (!(await common).has(password.normalize('NFKC').toLowerCase())) return undefined
  const message = 'This password is one of the first that anybody would try. Choose another.'
  return reject('bad-request', message, { [field]: message })
}
