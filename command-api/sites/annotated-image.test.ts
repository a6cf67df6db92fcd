/** Tests which base64 pictures are accepted. */
import { expect, it } from 'vitest'
import { storeBase64Picture } from './annotated-image.ts'

const pictures = {
  take: async (source: string | Uint8Array) => ({ hash: Buffer.from(source).toString('latin1'), width: 1, height: 1 }),
}
const REFUSED = expect.objectContaining({ rejected: 'bad-request' })

it.each([
  ['plain', 'aGVsbG8='],
  ['as a data URL', 'data:image/jpeg;base64,aGVsbG8='],
  ['in lines', 'aGVs\nbG8=\n'],
])('takes it %s', async (_, text) => {
  expect(await storeBase64Picture(pictures, text)).toBe('hello')
})

it.each(['', ' \n', 'data:image/jpeg;base64,', '=', 'a=b', 'a===', 'a!', 'data:text/html,<b>'])(
  'refuses ‘%s’',
  async (text) => {
    expect(await storeBase64Picture(pictures, text)).toEqual(REFUSED)
  },
)

// Refuses quickly: a backtracking regular expression would not finish.
it('refuses a long text that is none, whatever it is made of', async () => {
  for (const filling of [' ', 'a', '=', 'a ', ' ='])
    expect(await storeBase64Picture(pictures, `a${filling.repeat(1_000_000)}!`)).toEqual(REFUSED)
})
