/** Tests SMS of residents: FULL, STATUS and STOP, repetitions, strangers and limits. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { smsWordOf } from '#command-api/phone/sms-in.ts'
import { LOCALES } from '#contract/languages/locales.ts'
import { SMS_WORDS } from '#contract/phone/words.ts'
import { toGsm7 } from '#domain/gsm7.ts'
import { translateInto } from '#platform/languages/catalogues.ts'
import { openPhoneServer } from './phone-server.ts'

const AMA = '+233244123456'
let server: Awaited<ReturnType<typeof openPhoneServer>>
beforeEach(async () => {
  server = await openPhoneServer()
})
afterEach(() => server.close())

let messages = 0
async function text(words: string, from = AMA, id = `m${++messages}`) {
  const body = new URLSearchParams({
    from,
    to: '2855',
    text: words,
    date: '2026-11-26 13:00:00',
    id,
    linkId: 'l',
    networkCode: '62001',
  })
  return server.form('smsAfricasTalking', body.toString())
}
const register = async () => {
  await server.session('africastalking', 'a', AMA, ['0', '11', '2'])
  await server.session('africastalking', 'b', AMA, ['1', '11', '0'])
  await server.caughtUp()
}

it('answers FULL and STATUS to the number of the account', async () => {
  await register()
  expect(await text('status')).toEqual([200, ''])
  expect(server.texts().at(-1)).toMatchObject({ to: AMA, text: expect.stringMatching(/^Reported .* It is waiting/) })
  await text('  FULL, please ')
  expect(server.texts().at(-1)?.text).toMatch(/^You have already reported/)
})

it('is answered once for an SMS that comes three times', async () => {
  await register()
  for (let time = 0; time < 3; time++) await text('STATUS', AMA, 'same')
  expect(server.texts()).toHaveLength(1)
})

it('takes SMS of two people without an id for two', async () => {
  const other = '+233201234567'
  await register()
  await server.session('africastalking', 'c', other, ['1', '11', '0'])
  await server.caughtUp()
  for (const from of [AMA, other])
    await server.form('smsAfricasTalking', new URLSearchParams({ from, text: 'STATUS' }).toString())
  expect(server.texts().map(({ to }) => to)).toEqual([AMA, other])
})

it('ends SMS at once with STOP', async () => {
  await register()
  await text('Stop')
  expect((await server.events('SettingsSaved')).at(-1)?.data.settings.sms).toBe(false)
  await server.runJobs()
  expect(server.texts()).toEqual([])
})

it('hears no stranger and no other word, and has a limit', async () => {
  await register()
  await text('FULL', '+233201234567')
  await text('hello')
  await text('')
  await text('FULL', 'anonymous')
  expect(server.texts()).toEqual([])
  for (let count = 0; count < 9; count++) await text('STATUS')
  expect(server.texts()).toHaveLength(6)
})

it('understands each word of every language as phones write it', () => {
  for (const [word, text] of Object.entries(SMS_WORDS))
    for (const locale of LOCALES) {
      const typed = toGsm7(translateInto(locale)(text))
      expect(typed).toMatch(/^[A-Z]{3,8}$/)
      expect(smsWordOf(typed.toLowerCase()), `${locale} ${typed}`).toBe(word)
    }
})

it('reads delivery reports without the number, and refuses a wrong secret', async () => {
  const report = new URLSearchParams({
    id: 'x',
    status: 'Failed',
    phoneNumber: AMA,
    networkCode: '62001',
    failureReason: 'UserInBlackList',
    retryCount: '0',
  })
  expect(await server.form('deliveryAfricasTalking', report.toString())).toEqual([200, ''])
  expect(JSON.stringify(server.lines)).toContain('UserInBlackList')
  expect(JSON.stringify(server.lines)).not.toContain('244123456')
  expect(await server.form('smsAfricasTalking', 'from=1&text=FULL', 'wrong')).toEqual([404, ''])
})
