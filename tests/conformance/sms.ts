/** Conformance suite of the SMS port, for every implementation. */
import { describe, expect, it } from 'vitest'
import { SmsNotAccepted, type SmsSender } from '../../platform/sms/sms.ts'

export interface ReceivedSms {
  from: string
  to: string
  text: string
}

interface Backing {
  sms: SmsSender
  /** Returns all received messages, oldest first. */
  received(): Promise<ReceivedSms[]>
  /** Functions that open an SMS sender that can send no message, by kind of fault. */
  broken: Readonly<Record<string, () => Promise<SmsSender>>>
}

const AMA = '+233244123456'
const text = 'Ɔkɔ: a truck comes at 09:00 – “be ready”…'

/**
 * Registers the tests of an SMS sender.
 * They call `open` once.
 */
export function testSmsSender(
  backing: string,
  faults: readonly string[],
  open: () => Promise<Backing>,
  /** Faults after which the gateway may or may not have the message. */
  unknown: readonly string[] = [],
): void {
  describe(`SMS rules on ${backing}`, () => {
    const opened = open()

    it('SM1 SM2 brings sender, number and text in the alphabet of SMS', async () => {
      const { sms, received } = await opened
      const before = (await received()).length
      await sms.send({ to: AMA, text })
      const all = await received()
      expect(all).toHaveLength(before + 1)
      expect(all.at(-1)).toEqual({
        from: 'WasteSense',
        to: AMA,
        text: 'Oko: a truck comes at 09:00 - "be ready"...',
      })
    })

    it.each([
      '',
      '0244123456',
      '233244123456',
      '+233 244123456',
      '+233244123456,+233201234567',
      '+23324412345x',
      `${AMA}\r\n`,
    ])('SM3 sends nothing to %j', async (to) => {
      const { sms, received } = await opened
      const before = (await received()).length
      await expect(sms.send({ to, text })).rejects.toBeInstanceOf(SmsNotAccepted)
      expect(await received()).toHaveLength(before)
    })

    it.each(faults)('SM4 rejects what was not accepted, and names nobody: %s', async (fault) => {
      const sms = await (await opened).broken[fault]?.()
      const before = process.memoryUsage().arrayBuffers
      const failed = await sms?.send({ to: AMA, text }).catch((error: Error) => error)
      expect(failed).toBeInstanceOf(SmsNotAccepted)
      const { message, stack, cause } = failed as Error
      expect(`${message} ${stack} ${cause}`).not.toMatch(/244123456|truck comes|the key/)
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
      expect((failed as SmsNotAccepted).isUnknown).toBe(unknown.includes(fault))
      await sms?.close()
    })

    it('SM5 forgets a number without harm to others', async () => {
      const { sms } = await opened
      await sms.forget(AMA)
      await sms.forget('+233200000000')
    })

    it('SM6 returns an id for each message', async () => {
      const { sms } = await opened
      const [one, two] = [await sms.send({ to: AMA, text }), await sms.send({ to: AMA, text })]
      expect(one.id).toBeTruthy()
      expect(two.id).not.toBe(one.id)
    })
  })
}
