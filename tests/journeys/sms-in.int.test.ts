/** Tests SMS from residents: FULL, STATUS, STOP, repeated SMS, unknown senders and limits. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseSmsKeyword } from '#command-api/phone/sms-in.ts'
import { LOCALES } from '#contract/languages/locales.ts'
import { SMS_KEYWORDS } from '#contract/phone/screens.ts'
import { toGsm7 } from '#domain/gsm7.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
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

it('hears each person, also without an id', async () => {
  await register()
  await server.session('africastalking', 'c', '+233201234567', ['1', '11', '0'])
  const send = (from: string) =>
    server.form('smsAfricasTalking', new URLSearchParams({ from, text: 'STOP' }).toString())
  for (const from of [AMA, '+233201234567']) await send(from)
  const stopped = (await server.events('SettingsSaved')).filter(({ data }) => data.settings.sms === false)
  expect(new Set(stopped.map(({ data }) => data.userId)).size).toBe(2)
})

it('hears STOP again if the first delivery was cut off', async () => {
  await register()
  const { store } = server.kernel
  const { append } = store
  const reached = new Promise<void>((resolve) => {
    store.append = () => {
      resolve()
      return new Promise(() => {})
    }
  })
  const first = text('STOP', AMA, 'same').catch(() => undefined)
  await reached
  store.append = append
  await text('STOP', AMA, 'same')
  expect((await server.events('SettingsSaved')).at(-1)?.data.settings.sms).toBe(false)
  await server.close()
  await first
  server = await openPhoneServer()
})

it('ends SMS at once with STOP', async () => {
  await register()
  await text('Stop')
  expect((await server.events('SettingsSaved')).at(-1)?.data.settings.sms).toBe(false)
  await server.runJobs()
  expect(server.texts()).toEqual([])
})

it('undoes no choice of the same moment', async () => {
  await register()
  await server.session('africastalking', 'c', AMA, ['0', '12'])
  const { store } = server.kernel
  const append = store.append.bind(store)
  store.append = async (...args) => {
    store.append = append
    await server.session('africastalking', 'd', AMA, ['0', '13'])
    return append(...args)
  }
  await text('STOP')
  expect((await server.events('SettingsSaved')).at(-1)?.data.settings).toMatchObject({ sms: false, language: 'ak' })
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
  for (const [word, text] of Object.entries(SMS_KEYWORDS))
    for (const locale of LOCALES) {
      const typed = toGsm7(translatorOf(locale)(text))
      expect(typed).toMatch(/^[A-Z]{3,8}$/)
      expect(parseSmsKeyword(typed.toLowerCase()), `${locale} ${typed}`).toBe(word)
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
