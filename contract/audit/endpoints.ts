/** Endpoints of auditors: proofs, findings, comparisons, audit log. */
import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { User } from '../accounts/views.ts'
import { PagedListQuery } from '../admin/commands.ts'
import { createCommandAnswerSchema, createListAnswerSchema, defineEndpoints, messageSchema } from '../http/endpoint.ts'
import { addPeriodFields, filterDaySchema } from '../http/period.ts'
import { ChangeCheckpointKeyBody, ChangeFindingStatusBody, LookUpPeopleBody, RevealPersonNameBody } from './commands.ts'
import { COMPARED_LISTS, MomentComparison } from './comparison.ts'
import { FINDING_RULES, FINDING_STATUSES, FindingThresholds } from './findings.ts'
import {
  CausationChain,
  HistoryEvent,
  HistoryFilter,
  IndexingProgress,
  logPositionSchema,
  MAX_EVENTS_PER_HISTORY_PAGE,
  NamedEventSubject,
} from './history.ts'
import { auditEndpointRoutes as lines } from './routes.ts'
import { Finding, FoundPerson, HourlyCheckpoint, ReferenceMatch } from './views.ts'

/** SHA-256 hash in base64. */
const hash = z.string()
const row = z.record(z.string(), z.unknown())
const moment = z.iso.datetime({ offset: true, error: msg`Enter a time such as 2026-03-12T14:03:00Z`.message })
/** One end of a log range: an event's position and time. */
const end = z.object({ position: z.string(), at: z.string() })
const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Query fields that select a page of the audit log and its size. */
const page = {
  /** Selects the events before the given position, newest first. */
  before: logPositionSchema.optional(),
  /** Selects the event at the given position and the events before it, newest first. */
  upTo: logPositionSchema.optional(),
  /**
   * Selects the first events after the position.
   * The result starts with the newest of them.
   */
  after: logPositionSchema.optional(),
  /** Selects events on this day and earlier. */
  until: filterDaySchema.optional(),
  limit: z.coerce.number().int().min(1).max(MAX_EVENTS_PER_HISTORY_PAGE).default(100),
}

export const auditEndpoints = defineEndpoints(lines, {
  checkpoint: {
    summary:
      'Current checkpoint (https://c2sp.org/tlog-checkpoint), signed with Ed25519; a later log can be verified against it',
    file: { types: ['text/plain'] },
  },
  verifier: {
    summary: 'Verifier of bundles: one file for Node 20',
    file: { types: ['text/javascript'] },
  },
  proof: {
    summary: 'Latest checkpoint and its verification key',
    answer: z.object({ key: z.string(), size: z.int(), root: hash, checkpoint: z.string() }),
  },
  inclusion: {
    summary: 'Inclusion proof of an event (RFC 6962, 2.1.1) for a log size; the current size by default',
    query: z.object({ position: count, size: count.optional() }),
    answer: z.object({ index: z.int(), size: z.int(), proof: z.array(hash) }),
  },
  consistency: {
    summary: 'Consistency proof between the log sizes `from` and `to` (RFC 6962, 2.1.2)',
    query: z.object({ from: count, to: count.optional() }),
    answer: z.object({ from: z.int(), to: z.int(), proof: z.array(hash) }),
  },
  checkpoints: {
    summary: 'Hourly checkpoints, newest first, paged',
    query: PagedListQuery.pick({ page: true, size: true }),
    answer: createListAnswerSchema('checkpoints', HourlyCheckpoint).extend({ total: z.number() }),
  },
  changeCheckpointKey: {
    summary: 'Rotate the checkpoint key; 409 on a concurrent change',
    body: ChangeCheckpointKeyBody,
    answer: createCommandAnswerSchema({ message: messageSchema, key: z.string() }),
  },
  openPerson: {
    summary: 'Open the person behind a pseudonym; the person can read by whom and why',
    body: RevealPersonNameBody,
    answer: createCommandAnswerSchema({ person: User }),
  },
  lookUpPeople: {
    summary:
      'Who has this email or this name, as pseudonyms; everybody who is found reads who asked and why. 429 after 20 within an hour',
    body: LookUpPeopleBody,
    answer: createCommandAnswerSchema({
      people: z.array(FoundPerson),
      /** Number of people with this name, if too many to list. */
      unlisted: z.int().optional(),
    }),
  },
  lookUpReference: {
    summary: 'The reports and deliveries that a reference such as R-4K7M-9XPC stands for: one, or rarely several',
    query: z.object({ reference: z.string().min(1).max(40) }),
    answer: createListAnswerSchema('found', ReferenceMatch),
  },
  findings: {
    summary: 'Audit findings, newest first, paged',
    query: PagedListQuery.pick({ page: true, size: true }).extend({
      status: z.enum(FINDING_STATUSES).optional(),
      rule: z.enum(FINDING_RULES).optional(),
    }),
    answer: createListAnswerSchema('findings', Finding).extend({ total: z.number(), waiting: z.number() }),
  },
  moveFinding: {
    summary: 'Open, explain, close or reopen a finding',
    body: ChangeFindingStatusBody,
    answer: createCommandAnswerSchema({ message: messageSchema, status: z.enum(FINDING_STATUSES) }),
  },
  findingThresholds: {
    summary: 'Thresholds of findings',
    answer: z.object({ thresholds: FindingThresholds }),
  },
  setFindingThresholds: {
    summary: 'Set the thresholds of findings; applies to later events',
    body: FindingThresholds,
    answer: createCommandAnswerSchema({ thresholds: FindingThresholds }),
  },
  auditBundle: {
    summary:
      "Bundle of a period's stored events with proofs, as JSON lines for the verifier; personal data stays sealed",
    query: addPeriodFields({}),
    file: { types: ['application/jsonl'] },
  },
  changes: {
    summary: 'Rows changed by an event, before and after; names are pseudonyms',
    query: z.object({ position: count }),
    answer: createListAnswerSchema(
      'changes',
      z.object({ view: z.string(), id: z.string(), before: row.nullable(), after: row }),
    ),
  },
  comparison: {
    summary:
      'Differences of a board list between two moments (positions or times, in either order), with their events; names are pseudonyms',
    query: PagedListQuery.pick({ page: true, size: true }).extend({
      board: z.enum(COMPARED_LISTS),
      one: z.string().max(40),
      other: z.string().max(40),
    }),
    answer: MomentComparison,
  },
  density: {
    summary: 'Event counts in equal intervals of a period (the whole log by default), and the ends of the log',
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
  auditEvents: {
    summary: 'Audit log, newest first: events as sentences, filtered, with the number of newer and older ones',
    query: HistoryFilter.extend(page)
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        message: msg`The period must not end before it begins.`.message,
        path: ['to'],
      })
      .refine(
        ({ before, upTo, after, until }) => [before, upTo, after, until].filter((one) => one !== undefined).length < 2,
        {
          message: msg`Use only one of before, upTo, after and until.`.message,
          path: ['before'],
        },
      ),
    answer: z.object({
      events: z.array(HistoryEvent),
      /** Numbers of matching events newer and older than this page. */
      newer: z.int(),
      older: z.int(),
      preparing: IndexingProgress.optional(),
    }),
  },
  auditEvent: {
    summary: 'One event by position: stored data, subjects, causes and effects',
    answer: z.object({
      event: HistoryEvent,
      things: z.array(NamedEventSubject),
      raw: z.object({
        id: z.string(),
        stream: z.string(),
        revision: z.int(),
        type: z.string(),
        /** Stored data of the event; sealed fields are shown as 'sealed'. */
        data: z.record(z.string(), z.unknown()),
        meta: z.record(z.string(), z.unknown()),
      }),
      chain: CausationChain.optional(),
      preparing: IndexingProgress.optional(),
    }),
  },
  auditFacets: {
    summary: 'Filter values of the audit log: zones and event types',
    answer: z.object({ zones: z.array(z.string()), kinds: z.array(z.string()) }),
  },
})
