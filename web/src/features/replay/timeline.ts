/** Geometry and texts of the timeline: its visible window, and times for keys and pointer. */
import { t } from '@lingui/core/macro'
import { lookUp } from '#domain/dictionary.ts'
import { createCityTimeFormatter } from '#web/lib/format/times.ts'
import type { EventCountsOverTime, ReplayScreenState } from './use-replay.ts'

/** Epoch ms. */
export interface TimeWindow {
  from: number
  to: number
}

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Lengths of the visible window in ms; null shows the whole period. */
const SPANS = {
  all: null,
  month: 30 * DAY,
  day: DAY,
  hour: HOUR,
} as const
export type TimelineSpan = keyof typeof SPANS

export const timelineSpanLabels = (): Record<TimelineSpan, string> => ({
  all: t`All time`,
  month: t`30 days`,
  day: t`1 day`,
  hour: t`1 hour`,
})

export const parseTimelineSpan = (named: string | null): TimelineSpan =>
  named !== null && Object.hasOwn(SPANS, named) ? (named as TimelineSpan) : 'all'

/**
 * Returns the visible window around a moment.
 * Windows start at multiples of half their length, so nearby moments have the same window.
 */
export function timeWindowOf(span: TimelineSpan, time: number, all: TimeWindow): TimeWindow {
  const ms = SPANS[span]
  if (ms === null || ms >= all.to - all.from) return all
  const half = ms / 2
  const from = Math.floor((time - half / 2) / half) * half
  return { from, to: from + ms }
}

/** Number of bars. An arrow key moves by one bar. */
export const BAR_COUNT = 200
const PAGE = 20

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -PAGE,
  PageUp: PAGE,
}

export const clampTime = (time: number, { from, to }: TimeWindow) => Math.min(Math.max(time, from), to)

/** Returns the time to which a key moves; undefined for other keys. */
export function timeAfterKey(key: string, time: number, shown: TimeWindow, all: TimeWindow): number | undefined {
  if (key === 'Home') return all.from
  if (key === 'End') return all.to
  const step = lookUp(STEPS, key)
  return step === undefined ? undefined : clampTime(time + (step * (shown.to - shown.from)) / BAR_COUNT, all)
}

/** Returns the time at a fraction (0 to 1) of the timeline's width. */
export const timeAt = (share: number, { from, to }: TimeWindow) => from + Math.min(Math.max(share, 0), 1) * (to - from)

export const timelineShareOf = (time: number, { from, to }: TimeWindow) =>
  to > from ? (clampTime(time, { from, to }) - from) / (to - from) : 0

/**
 * Returns the heights of the bars, from 0 to 1.
 * Heights grow with the square root of the count, so that quiet hours remain visible.
 */
export function barHeightsOf(counts: readonly number[]): number[] {
  const most = Math.max(1, ...counts)
  return counts.map((count) => Math.sqrt(count / most))
}

const written = createCityTimeFormatter({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Formats a time as '12 Mar 2026, 14:03:00'. */
export const momentText = (time: number): string => written(time)

/**
 * Returns the requested time in epoch ms; undefined while unknown.
 * If a log position was requested, returns the time of the moment on the screen.
 * The position's own time is unknown until it has loaded.
 */
export function requestedTimeOf({ at, past, density }: ReplayScreenState): number | undefined {
  const asked = at?.includes('T') ? Date.parse(at) : Number.NaN
  if (!Number.isNaN(asked)) return asked
  const known = past.moment?.time ?? density?.last?.at
  return known === undefined ? undefined : Date.parse(known)
}

/** Returns the period from the first event to the last; undefined without events. */
export const logPeriodOf = ({ first, last }: EventCountsOverTime): TimeWindow | undefined =>
  first && last && { from: Date.parse(first.at), to: Date.parse(last.at) }
