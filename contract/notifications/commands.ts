/** Commands for notifications that staff write themselves, and for push subscriptions. */
import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { createLineSchema, createRequiredLineSchema } from '../text.ts'

/**
 * Roles whose members share one list of notifications.
 * Other roles get personal notifications.
 */
const AUDIENCES = ['dispatcher', 'recycler'] as const

const detail = z.union([createLineSchema(200), z.number(), z.boolean(), z.null()])

export const SendNotificationBody = z
  .object({
    title: createRequiredLineSchema('Title', 100),
    message: createRequiredLineSchema('Message', 1_000),
    /** Id of the recipient, if the notification is for one person. */
    userId: z.string().min(1).max(80).optional(),
    /** The role that receives the notification. */
    audience: z.enum(AUDIENCES, { error: msg`Choose dispatcher or recycler`.message }).optional(),
    /** Additional data of the notification for screens, such as a `siteId`. */
    metadata: z
      .record(z.string().min(1).max(40), detail)
      .refine((details) => Object.keys(details).length <= 20, 'Use at most 20 details')
      .default({}),
  })
  .refine(({ userId, audience }) => (userId === undefined) !== (audience === undefined), {
    message: msg`Choose a person or an audience`.message,
    path: ['audience'],
  })

/** Returns the schema of `count` bytes in base64url, like browsers' keys. */
const bytes = (count: number) =>
  z
    .string()
    .refine((text) => /^[\w-]+=*$/.test(text) && byteCount(text) === count, msg`This is not a browser’s key`.message)
const byteCount = (text: string) => Math.floor((text.replace(/=+$/, '').length * 3) / 4)

const endpoint = z.string().max(1_000)

/** Push subscription of a browser. */
export const SubscribeToPushesBody = z.object({ endpoint, keys: z.object({ p256dh: bytes(65), auth: bytes(16) }) })

/** A browser's push endpoint, which identifies the browser. */
export const PushEndpointBody = z.object({ endpoint })
