/** State of the replay screen: moment, comparison of two moments, timeline, and calls to the API. */

import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ComparedListName, MomentComparison } from '#contract/audit/comparison.ts'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Role } from '#domain/city.ts'
import { lookUp } from '#domain/dictionary.ts'
import { api, type RequestFailure } from '#web/lib/api/api.ts'
import { defineQuery, requestOf } from '#web/lib/api/request.ts'
import { type ReplayState, useReplayStore } from '#web/lib/feed/replay-provider.tsx'
import { createCityTimeFormatter } from '#web/lib/format/times.ts'

// API endpoints of the replay: event counts over time, differences between moments.
// They read the whole log, whatever moment is visible.

/** Number of differences on one page of a comparison. */
const PAGE_SIZE = 50

/** Two moments to compare, each a log position or time. */
export interface ComparedMoments {
  one: string
  other: string
}

/** Query for the differences of one list between two moments of the history. */
interface ComparedListQuery extends ComparedMoments {
  board: ComparedListName
}

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    density: build.query(defineQuery('density')),
    comparisonPages: build.infiniteQuery<MomentComparison, ComparedListQuery, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: ({ added, gone, changed }, _, page) =>
          page * PAGE_SIZE < added + gone + changed ? page + 1 : undefined,
      },
      query: ({ queryArg, pageParam }) => requestOf('comparison', { ...queryArg, page: pageParam, size: PAGE_SIZE }),
    }),
  }),
})

export const { useDensityQuery, useComparisonPagesInfiniteQuery } = calls

/**
 * Returns the query of the page's URL with one parameter set; '' removes the parameter.
 * Reads the window's URL, because the URL of the last render may be outdated.
 */
function searchWith(name: string, value: string): URLSearchParams {
  const search = new URLSearchParams(window.location.search)
  if (value) search.set(name, value)
  else search.delete(name)
  return search
}

export function useReplayParams() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string) =>
    setParams(searchWith(name, value), { replace: true, preventScrollReset: true })
  return [params, set] as const
}

/** Delay in ms before lists are compared, after the user has stopped changing the time. */
const STABLE_MS = 500

export interface ComparisonState {
  /** Second of the two moments to compare, from the page's address; null if absent. */
  second: string | null
  /** Time of the later of two compared moments, in epoch ms; undefined until known. */
  secondTime: number | undefined
  two: ComparedMoments | undefined
  /**
   * The earlier (`from`) and the later (`to`) of the two compared moments.
   * Both are undefined until their times, in ISO 8601, are known.
   */
  from: LogMoment | undefined
  to: LogMoment | undefined
  failure: RequestFailure | undefined
  /** Compares the shown moment with the moment `at`; '' ends the comparison. */
  compareWith(at: string): void
}

interface LogMoment {
  position: number
  at: string
}

/**
 * Returns the state of the comparison of two moments.
 * `shown` is the moment that the replay shows.
 */
function useCompared(shown: string | undefined): ComparisonState {
  const [params, set] = useReplayParams()
  const second = params.get('with') || null
  const still = useStable(shown)
  const two = second === null || still === undefined ? undefined : { one: second, other: still }
  // A comparison request must name a list of rows.
  // Any list serves, because only the times of both moments are used.
  const asked = { board: 'zones', one: two?.one ?? '', other: two?.other ?? '' } as const
  const { currentData, error } = useComparisonPagesInfiniteQuery(asked, { skip: !two })
  const [{ from, to } = {}] = currentData?.pages ?? []
  const named = [from, to].find((told) => told && second === String(told.position))
  const time = second?.includes('T') ? second : named?.at
  return {
    second,
    secondTime: time === undefined || Number.isNaN(Date.parse(time)) ? undefined : Date.parse(time),
    two,
    from,
    to,
    failure: currentData ? undefined : (error as RequestFailure | undefined),
    compareWith: (at) => set('with', at),
  }
}

function useStable(shown: string | undefined): string | undefined {
  const [still, setStill] = useState(shown)
  useEffect(() => {
    const later = setTimeout(() => setStill(shown), STABLE_MS)
    return () => clearTimeout(later)
  }, [shown])
  return still ?? shown
}

/**
 * Minimum interval in ms between updates of the page's address.
 * Browsers reject more frequent updates.
 */
const ADDRESS_UPDATE_MS = 500

interface RequestedMoment {
  at: string | null
  /** Moves the replay to a log position or a time. */
  go(at: string): void
}

function useRequestedMoment(): RequestedMoment {
  const [params, setParams] = useSearchParams()
  const named = params.get('at')
  const [at, setAt] = useState(named)
  const latest = useRef({ setParams, at, written: named })
  latest.current.setParams = setParams
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Shows the moment in the address after the user followed a link or went back.
  useEffect(() => {
    if (named === latest.current.written) return
    latest.current.written = named
    latest.current.at = named
    setAt(named)
  }, [named])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  const go = useCallback((next: string) => {
    latest.current.at = next
    setAt(next)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const { current } = latest
      current.written = current.at
      current.setParams(searchWith('at', current.at ?? ''), { replace: true, preventScrollReset: true })
    }, ADDRESS_UPDATE_MS)
  }, [])
  return { at, go }
}

const RETRY_MS = 2_000

type EventCountsOverTime = AnswerOf<'density'>

export interface ReplayScreenState extends RequestedMoment {
  past: ReplayState
  compared: ComparisonState
  /**
   * Numbers of events over time, from the log's first to its last event.
   * Undefined while loading.
   */
  density: EventCountsOverTime | undefined
  /**
   * Error of the last request for the numbers of events over time.
   * The request is repeated.
   */
  failure: RequestFailure | undefined
  /** Moves to the newest event. */
  goToNow(): void
}

const newestOf = ({ last }: EventCountsOverTime) => last?.position ?? '0'

/**
 * Returns the replay's state.
 * `role` is the role whose screens are shown.
 */
export function useReplay(role: Role): ReplayScreenState {
  const moment = useRequestedMoment()
  const { at } = moment
  const [wantsNow, setWantsNow] = useState(false)
  const go = useCallback(
    (next: string) => {
      setWantsNow(false)
      moment.go(next)
    },
    [moment.go],
  )
  const past = useReplayStore(role, at)
  const compared = useCompared(past.moment?.at)
  const { data: density, error, isFetching, refetch } = useDensityQuery({}, { refetchOnMountOrArgChange: true })
  // If the page's address has no moment, shows the newest moment of the log.
  useEffect(() => {
    if (!(wantsNow || at === null) || !density || isFetching || error) return
    go(newestOf(density))
  }, [wantsNow, at, density, isFetching, error, go])
  useEffect(() => {
    if (!error || isFetching) return
    const again = setTimeout(refetch, RETRY_MS)
    return () => clearTimeout(again)
  }, [error, isFetching, refetch])
  const goToNow = () => {
    setWantsNow(true)
    refetch()
  }
  return { at, go, past, compared, density, failure: error as RequestFailure | undefined, goToNow }
}

// The timeline: visible window, times for keys and pointer, texts.

/** Period that the replay's timeline shows, in epoch ms. */
export interface TimeWindow {
  from: number
  to: number
}

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Lengths of the visible window in ms; null for the whole period. */
const SPAN_MS = {
  all: null,
  month: 30 * DAY,
  day: DAY,
  hour: HOUR,
} as const
export type TimelineSpan = keyof typeof SPAN_MS

export const getTimelineSpanLabels = (): Record<TimelineSpan, string> => ({
  all: t`All time`,
  month: t`30 days`,
  day: t`1 day`,
  hour: t`1 hour`,
})

export const parseTimelineSpan = (named: string | null): TimelineSpan =>
  named !== null && Object.hasOwn(SPAN_MS, named) ? (named as TimelineSpan) : 'all'

/**
 * Returns the period that the timeline shows around a time.
 * Nearby times share a period, because periods start at multiples of half their length.
 */
export function timeWindowOf(span: TimelineSpan, time: number, all: TimeWindow): TimeWindow {
  const ms = SPAN_MS[span]
  if (ms === null || ms >= all.to - all.from) return all
  const half = ms / 2
  const from = Math.floor((time - half / 2) / half) * half
  return { from, to: from + ms }
}

/**
 * Number of bars in the replay's timeline.
 * An arrow key moves the replay by one bar.
 */
export const TIMELINE_BAR_COUNT = 200
const PAGE_BARS = 20

const KEY_STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -PAGE_BARS,
  PageUp: PAGE_BARS,
}

export const clampTime = (time: number, { from, to }: TimeWindow) => Math.min(Math.max(time, from), to)

/**
 * Returns the time to which a key moves the replay.
 * Undefined if the key moves nothing.
 */
export function moveTimeByKey(key: string, time: number, shown: TimeWindow, all: TimeWindow): number | undefined {
  if (key === 'Home') return all.from
  if (key === 'End') return all.to
  const step = lookUp(KEY_STEPS, key)
  return step === undefined ? undefined : clampTime(time + (step * (shown.to - shown.from)) / TIMELINE_BAR_COUNT, all)
}

/** Returns the time at a fraction (0 to 1) of the timeline. */
export const timeAtShare = (share: number, { from, to }: TimeWindow) =>
  from + Math.min(Math.max(share, 0), 1) * (to - from)

export const timelineShareOf = (time: number, { from, to }: TimeWindow) =>
  to > from ? (clampTime(time, { from, to }) - from) / (to - from) : 0

/**
 * Returns bar heights from 0 to 1.
 * Heights grow with the count's square root, so quiet hours remain visible.
 */
export function barHeightsOf(counts: readonly number[]): number[] {
  const most = Math.max(1, ...counts)
  return counts.map((count) => Math.sqrt(count / most))
}

const formatMoment = createCityTimeFormatter({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Formats a time as '12 Mar 2026, 14:03:00'. */
export const formatReplayMoment = (time: number): string => formatMoment(time)

/**
 * Returns the time that the replay should show, in epoch ms; undefined if unknown.
 * If the address has a log position, the position's time is unknown until it has loaded.
 * Until then, returns the time that the screen shows now.
 */
export function requestedTimeOf({ at, past, density }: ReplayScreenState): number | undefined {
  const asked = at?.includes('T') ? Date.parse(at) : Number.NaN
  if (!Number.isNaN(asked)) return asked
  const known = past.moment?.time ?? density?.last?.at
  return known === undefined ? undefined : Date.parse(known)
}

/** Returns the time from the first to the last event; undefined without events. */
export const logPeriodOf = ({ first, last }: EventCountsOverTime): TimeWindow | undefined =>
  first && last && { from: Date.parse(first.at), to: Date.parse(last.at) }
