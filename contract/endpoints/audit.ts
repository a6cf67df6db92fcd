/** The auditors' endpoints: checkpoints of the log, the proofs that lead to them, and bundles that are checked without the server. */
import { z } from 'zod'
import { COMPARED, Comparison } from '../audit/comparison.ts'
import { FINDING_RULES, FINDING_STATUSES, FindingThresholds } from '../audit/findings.ts'
import { Page } from '../commands/admin.ts'
import { ChangeCheckpointKey, LookUpPeople, MoveFinding, OpenPerson } from '../commands/audit.ts'
import { endpointsOf, list, message, written } from '../door/endpoint.ts'
import { inPeriod } from '../door/period.ts'
import { audit as lines } from '../lines/audit.ts'
import { User } from '../views/accounts.ts'
import { Finding, FoundPerson, FoundThing, MadeCheckpoint } from '../views/audit.ts'

/** SHA-256, in base64. */
const hash = z.string()
const row = z.record(z.string(), z.unknown())
const moment = z.iso.datetime({ offset: true, error: 'Enter a time such as 2026-03-12T14:03:00Z' })
/** An end of the log: an event and when it happened. */
const end = z.object({ position: z.string(), at: z.string() })
const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

export const audit = endpointsOf(lines, {
  checkpoint: {
    summary:
      'The log as it is now: a checkpoint (https://c2sp.org/tlog-checkpoint) signed with Ed25519, for everybody to keep. Of a later log it can be proved that it began so',
    file: { types: ['text/plain'] },
  },
  verifier: {
    summary: 'The program that checks bundles: one file, which needs Node 20 alone',
    file: { types: ['text/javascript'] },
  },
  proof: {
    summary: 'The newest checkpoint, and the key that checks its signature',
    answer: z.object({ key: z.string(), size: z.int(), root: hash, checkpoint: z.string() }),
  },
  inclusion: {
    summary:
      'The proof that the event at a position is in the log of so many events (RFC 6962, 2.1.1); in that of now where no size is given',
    query: z.object({ position: count, size: count.optional() }),
    answer: z.object({ index: z.int(), size: z.int(), proof: z.array(hash) }),
  },
  consistency: {
    summary: 'The proof that the log of `to` events began as that of `from` (RFC 6962, 2.1.2)',
    query: z.object({ from: count, to: count.optional() }),
    answer: z.object({ from: z.int(), to: z.int(), proof: z.array(hash) }),
  },
  checkpoints: {
    summary: 'The checkpoints that were made hourly, newest first, a page at a time',
    query: Page.pick({ page: true, size: true }),
    answer: list('checkpoints', MadeCheckpoint).extend({ total: z.number() }),
  },
  changeCheckpointKey: {
    summary:
      'Another key signs checkpoints from now on, and the one before it beside it; 409 when somebody else changed it at the same time',
    body: ChangeCheckpointKey,
    answer: written({ message, key: z.string() }),
  },
  openPerson: {
    summary:
      'The name and the addresses of a person whom auditors know by a pseudonym; the person reads who asked and why',
    body: OpenPerson,
    answer: written({ person: User }),
  },
  lookUpPeople: {
    summary:
      'Who has this email or this name, as pseudonyms; everybody who is found reads who asked and why. 429 after 20 within an hour',
    body: LookUpPeople,
    answer: written({
      people: z.array(FoundPerson),
      /** So many have this name: too many to be listed. */
      unlisted: z.int().optional(),
    }),
  },
  lookUpReference: {
    summary: 'The reports and deliveries that a reference such as R-4K7M-9XPC stands for: one, or rarely several',
    query: z.object({ reference: z.string().min(1).max(40) }),
    answer: list('found', FoundThing),
  },
  findings: {
    summary: 'What in the log wants an explanation, newest first, a page at a time',
    query: Page.pick({ page: true, size: true }).extend({
      status: z.enum(FINDING_STATUSES).optional(),
      rule: z.enum(FINDING_RULES).optional(),
    }),
    answer: list('findings', Finding).extend({ total: z.number(), waiting: z.number() }),
  },
  moveFinding: {
    summary: 'Take a finding up, explain it, close it, or take it up again',
    body: MoveFinding,
    answer: written({ message, status: z.enum(FINDING_STATUSES) }),
  },
  findingThresholds: {
    summary: 'From when on something is a finding',
    answer: z.object({ thresholds: FindingThresholds }),
  },
  setFindingThresholds: {
    summary: 'Set from when on something is a finding; it holds for what happens from then on',
    body: FindingThresholds,
    answer: written({ thresholds: FindingThresholds }),
  },
  auditBundle: {
    summary:
      "A period's events as they are stored, with all that proves them: lines of JSON for the verifier. Personal data in them is sealed",
    query: inPeriod({}),
    file: { types: ['application/jsonl'] },
  },
  changes: {
    summary: 'The rows that the event at a position changed, as they were before and after it. Names are pseudonyms',
    query: z.object({ position: count }),
    answer: list('changes', z.object({ view: z.string(), id: z.string(), before: row.nullable(), after: row })),
  },
  comparison: {
    summary:
      'What one list of the boards held otherwise at two moments (positions or times, in either order): what came, what left, and what changed, with the events that did it. Names are pseudonyms',
    query: Page.pick({ page: true, size: true }).extend({
      board: z.enum(COMPARED),
      one: z.string().max(40),
      other: z.string().max(40),
    }),
    answer: Comparison,
  },
  density: {
    summary:
      'How many events happened in each of so many equal parts of a time, which is all of it where no ends are given; and where the log begins and ends',
    query: z.object({
      from: moment.optional(),
      to: moment.optional(),
      buckets: z.coerce.number().int().min(1).max(2_000).default(200),
    }),
    answer: z.object({
      from: z.string(),
      to: z.string(),
      counts: z.array(z.int()),
      first: end.optional(),
      last: end.optional(),
    }),
  },
})
