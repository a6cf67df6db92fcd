/** Tests which language a user gets: the language of the sign-up, later the language that the user chose. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { languageOf, loadAccountState } from '../aggregates/account.ts'
import { openAccountsFixture } from './fixtures-api.ts'

let accounts: Awaited<ReturnType<typeof openAccountsFixture>>
beforeEach(async () => {
  accounts = await openAccountsFixture()
})
afterEach(() => accounts.close())

const ama = { email: 'ama@example.com', password: 'a long password', name: 'Ama', zone: 'Ablekuma North' }

async function signUp(language: string) {
  const { body } = await accounts.call('signUp', { language, body: ama })
  const [registered] = await accounts.events('AccountRegistered')
  return { token: (body as { token: string }).token, userId: registered?.userId ?? '' }
}

it.each([
  ['tw-GH, en;q=0.5', 'ak'],
  ['de, fr', 'fr'],
  ['en-GH', 'en'],
  ['en-XA', 'en'],
  ['', 'en'],
])('is that of the sign-up: %s', async (header, language) => {
  const { userId } = await signUp(header)
  expect(languageOf(await loadAccountState(accounts.kernel.store, userId))).toBe(language)
})

it('is the chosen one then', async () => {
  const { token, userId } = await signUp('fr')
  const settings = { darkMode: true, notifications: {}, language: 'ha' }
  const { status, body } = await accounts.call('saveSettings', { token, body: settings })
  expect([status, body]).toMatchObject([200, { settings }])
  expect(languageOf(await loadAccountState(accounts.kernel.store, userId))).toBe('ha')
  expect((await accounts.call('saveSettings', { token, body: { ...settings, language: 'xx' } })).status).toBe(400)
})

it.each([
  ['fr', 'Bonjour Ama,'],
  ['en', 'Hello Ama,'],
])('is that of the mail after the sign-up: %s', async (language, greeting) => {
  await signUp(language)
  await accounts.settled()
  expect(accounts.mails()).toEqual([expect.stringContaining(greeting)])
})

it.each([
  ['', 'ak', 'kyea wo, Ama.'],
  ['fr', 'ak', 'Bonjour Ama,'],
])('of the link for a password is the known one, else that of the request: %s, %s', async (known, asked, text) => {
  await signUp(known)
  await accounts.settled()
  await accounts.call('forgotPassword', { language: asked, body: { identifier: ama.email } })
  await accounts.settled()
  expect(accounts.mails().at(-1)).toEqual(expect.stringContaining(text))
})
