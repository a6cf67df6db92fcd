/** What staff tell others by hand. */
import { z } from 'zod'
import { line, needed } from './text.ts'

/** The roles that read one list together; everybody else is told by themselves. */
const AUDIENCES = ['dispatcher', 'recycler'] as const

const detail = z.union([line(200), z.number(), z.boolean(), z.null()])

export const SendNotification = z
  .object({
    title: needed('Title', 100),
    message: needed('Message', 1_000),
    /** The one person whom it is for. */
    userId: z.string().min(1).max(80).optional(),
    /** The role whom it is for. */
    audience: z.enum(AUDIENCES, { error: 'Choose dispatcher or recycler' }).optional(),
    /** What screens make of it, such as `siteId`. */
    metadata: z
      .record(z.string().min(1).max(40), detail)
      .refine((details) => Object.keys(details).length <= 20, 'Use at most 20 details')
      .default({}),
  })
  .refine(({ userId, audience }) => (userId === undefined) !== (audience === undefined), {
    message: 'Choose a person or an audience',
    path: ['audience'],
  })

/** Bytes of so many in base64url, as browsers write them. */
const bytes = (count: number) =>
  z.string().refine((text) => /^[\w-]+=*$/.test(text) && byteCount(text) === count, 'This is no key of a browser')
const byteCount = (text: string) => Math.floor((text.replace(/=+$/, '').length * 3) / 4)

const endpoint = z.string().max(1_000)

/** Where a browser takes pushes, as it says itself. */
export const KeepDevice = z.object({ endpoint, keys: z.object({ p256dh: bytes(65), auth: bytes(16) }) })

/** Which browser, by where it takes pushes. */
export const OfDevice = z.object({ endpoint })
