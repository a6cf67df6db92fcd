/** Endpoints of the audit log: events as sentences, and each event with its chain of causes. */
import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import {
  CausationChain,
  HISTORY_PAGE_LIMIT,
  HistoryEvent,
  HistoryFilter,
  IndexingProgress,
  NamedEventSubject,
  position,
} from '../audit/history.ts'
import { defineEndpoints } from '../http/endpoint.ts'
import { filterDaySchema } from '../http/period.ts'
import { historyEndpointRoutes as lines } from './routes.ts'

const page = {
  /** Selects events before this position, newest first. */
  before: position.optional(),
  /** Selects the event at this position and earlier ones, newest first. */
  upTo: position.optional(),
  /** Selects the nearest events after this position, newest first. */
  after: position.optional(),
  /** Selects events on this day and earlier. */
  until: filterDaySchema.optional(),
  limit: z.coerce.number().int().min(1).max(HISTORY_PAGE_LIMIT).default(100),
}

export const historyEndpoints = defineEndpoints(lines, {
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
