/**
 * Follows the log and updates every view, batch by batch.
 * It writes rows, notifies listeners, then writes checkpoints.
 */

import { type TableName, tableNameOf, type ViewName } from '#contract/tables.ts'
import {
  type EventStore,
  hasKnownType,
  LOG_START,
  type LoggedEvent,
  type RecordedEvent,
  StoreDamaged,
  toPosition,
} from '#platform/event-store/event-store.ts'
import { type LogMark, LogReplaced, logMarkOf } from '#platform/event-store/log-mark.ts'
import type { Log } from '#platform/logging.ts'
import { erasedPersonOf } from '#platform/persons.ts'
import { type ReadStore, type Row, RowsBehind, TableMissing } from '#platform/read-store/read-store.ts'
import { type Rows, rowsOf } from '#platform/read-store/rows.ts'
import {
  findServingTable,
  readKnownTables,
  recordTableCompleteness,
  runExclusively,
} from '#platform/read-store/serving.ts'
import { applyEventBatch, distributeEvents, type QuarantinedEvent } from './apply.ts'
import { createLogTableSelector } from './log-tables.ts'
import { createOldTableCleaner } from './old-tables.ts'
import { ALL_VIEWS_NAME, createQuarantine } from './quarantine.ts'
import { createViewRebuilds, type ViewRebuildStatus } from './rebuilds.ts'
import type { AnyView } from './view.ts'

/** Listener that receives the rows that a batch changed. */
export type OnRowsChanged = (view: ViewName, rows: Map<string, Row>, position: number) => void

export interface ProjectionRunner {
  /**
   * Resolves when every view has read the whole log.
   * Rejects if it is damaged.
   */
  ready: Promise<void>
  /**
   * Resolves when every view has a complete table, of any version.
   * Rejects if the log is damaged.
   */
  serves: Promise<void>
  hasCaughtUp(): boolean
  /** Returns the position up to which all views read the log. */
  position(): number
  /** Returns how many positions each view is behind the last received event. */
  lag(): Record<string, number>
  /**
   * Returns the events that views could not process (quarantined events).
   * Of each unknown event type, returns only the first event, with `ALL_VIEWS_NAME` as its view.
   */
  quarantined(): readonly QuarantinedEvent[]
  /** Returns the rebuilds requested since the start, with progress. */
  rebuilds(): readonly ViewRebuildStatus[]
  /**
   * Rows of the views.
   * During a rebuild they come from the previous version, until the new version is complete.
   * If rows were lost, reads throw RowsBehind until they are rebuilt.
   */
  rows: Rows
  onChange(listener: OnRowsChanged): void
  onEvents(listener: (events: readonly RecordedEvent[]) => void): void
  /**
   * Message of the last failure to apply new events.
   * Undefined unless several attempts in a row failed.
   */
  failure(): string | undefined
  /** Whether the served rows belong to another log and are being replaced. */
  isOfOtherLog(): boolean
  /**
   * Returns a number that identifies the served log.
   * It is equal in every process.
   * The number is the time of the last restore (epoch ms) plus the count of replaced logs.
   */
  logNumber(): number
  /** Calls the listener after another log's rows replaced all rows. */
  onOtherLog(listener: () => void): void
  /** Finishes the current batch and stops. */
  stop(): Promise<void>
}

interface RunnerOptions {
  store: EventStore
  reads: ReadStore
  views: readonly AnyView[]
  log: Log
  /** Pause in ms before retrying an unreachable store. */
  retryMs?: number
}

/**
 * Starts to follow the log and to update the views.
 * Retries for ever while a store is unreachable.
 * No event is lost or applied twice.
 */
export function startProjectionRunner({
  store,
  reads: all,
  views,
  log,
  retryMs = 1_000,
}: RunnerOptions): ProjectionRunner {
  const tables = createLogTableSelector({ store, reads: all, views, log })
  const reads = tables.written
  const stopping = new AbortController()
  const checkpoints = new Map<ViewName, number>()
  const serving = new Map<ViewName, TableName>()
  const oldTables = createOldTableCleaner({ reads, views: views.map(({ name }) => name), log })
  const quarantine = createQuarantine(reads, log)
  const changeListeners: OnRowsChanged[] = []
  const eventListeners: ((events: readonly RecordedEvent[]) => void)[] = []
  const ready = Promise.withResolvers<void>()
  // Handles the rejection, because an unhandled rejection would end the process.
  ready.promise.catch(() => {})
  const serves = Promise.withResolvers<void>()
  serves.promise.catch(() => {})
  ready.promise.then(serves.resolve, serves.reject)
  let seenPosition: number = LOG_START
  let seenMark: LogMark | undefined
  let caughtUp = false
  let isComplete = false
  /**
   * Position up to which listeners were notified.
   * Listeners are not notified of earlier events that are applied again.
   */
  let notifiedPosition: number = LOG_START
  /** Number of failed attempts in a row, and the last message. */
  let failed = { attempts: 0, message: '' }
  let lost = false
  /**
   * Position in the old log of which listeners were last notified.
   * Set while a new log replaces the old one.
   */
  let positionBeforeReplacement: number | undefined
  const replacedListeners: (() => void)[] = []
  let reading = new AbortController()
  all.onEmptied?.(() => {
    lost = true
    reading.abort()
  })

  const position = () => positionBeforeReplacement ?? Math.min(...[...checkpoints.values(), seenPosition])

  let turn: Promise<unknown> = Promise.resolve()
  /**
   * Runs one piece of work at a time, in the order of the calls.
   * Event batches and replacements of rebuilt tables thus never overlap.
   */
  function runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    // Ignores the error only for the queue; the caller receives it.
    turn = done.catch(() => undefined)
    return done
  }
  const notifyChange = (view: ViewName, rows: Map<string, Row>, at: number) => {
    for (const tell of changeListeners) tell(view, rows, at)
  }
  const parts = { store, reads, views, log, setAside: quarantine, retryMs, stopping: stopping.signal }
  const rebuilds = createViewRebuilds({
    ...parts,
    position: () => seenPosition,
    mark: () => seenMark,
    serially: runExclusive,
    tell: notifyChange,
  })

  /**
   * Finds the tables that belong to this log.
   * If there are none, all rows are built from the log's start.
   */
  async function findTables(): Promise<void> {
    const found = await tables.find(caughtUp)
    if (found === 'own' || (found === 'beside' && !caughtUp)) return
    positionBeforeReplacement ??= position()
    if (found === 'beside') return
    // Make reads fail until the rebuild is complete.
    lost = true
    await tables.dropForeign()
  }

  async function loadCheckpoints(): Promise<void> {
    // Tells the store that the loss of its rows was handled.
    // The store reports later losses again.
    all.acknowledgeEmptied?.()
    const newTables: TableName[] = []
    for (const { name } of views) {
      const table = tableNameOf(name)
      const reached = await reads.checkpoint(table)
      if (reached === undefined) newTables.push(table)
      // Starts each view at the position up to which this process has notified its listeners.
      // Another process may have written newer rows, but it notified only its own clients.
      const atMost = caughtUp && positionBeforeReplacement === undefined ? notifiedPosition : Number.POSITIVE_INFINITY
      checkpoints.set(name, Math.min(reached ?? LOG_START, atMost))
    }
    await beginTables(newTables)
    await findServing()
    seenPosition = Math.min(...checkpoints.values())
    if (!caughtUp) notifiedPosition = seenPosition
    await quarantine.load()
    await rebuilds.load()
  }

  /**
   * Records that the new tables are incomplete, before creating them.
   * First drops existing tables without a checkpoint.
   * Their rows were written after an earlier drop.
   * Another process may have begun or dropped a table meanwhile.
   */
  async function beginTables(tables: readonly TableName[]): Promise<void> {
    if (tables.length === 0) return
    await runExclusively(reads, () => beginMissing(tables))
  }

  async function beginMissing(tables: readonly TableName[]): Promise<void> {
    // Looks for the checkpoints after the rows: processes of earlier versions do not wait.
    const names = await reads.tables()
    const reached = await Promise.all(tables.map((table) => reads.checkpoint(table)))
    const missing = tables.filter((_, index) => reached[index] === undefined)
    if (missing.length === 0) return
    for (const table of missing) if (names.includes(table)) await reads.drop(table)
    await recordTableCompleteness(reads, missing, false)
    await reads.setCheckpoints(new Map(missing.map((table) => [table, LOG_START])))
  }

  async function findServing(): Promise<void> {
    const served = await readKnownTables(tables.served)
    const own = tables.areSame() ? served : await readKnownTables(reads)
    for (const { name } of views) {
      const table = findServingTable(served, name)
      if (table) serving.set(name, table)
      else serving.delete(name)
    }
    if (views.every(({ name }) => serving.has(name))) serves.resolve()
    isComplete = views.every(({ name }) => own.complete.get(tableNameOf(name)))
  }

  /**
   * Throws if a checkpoint in a shared store is missing, or older than this process stored.
   * Its rows were then restored, or dropped and begun again, and lack events.
   * The caller reads the checkpoints and applies these events again.
   */
  async function checkTablesUnchanged(): Promise<void> {
    const names = views.map(({ name }) => name)
    const stored = await tables.sharedCheckpoints(names.map(tableNameOf))
    for (const [n, name] of names.entries()) {
      if (!stored || (stored[n] ?? Number.NEGATIVE_INFINITY) >= (checkpoints.get(name) ?? LOG_START)) continue
      if (stored[n] === undefined) throw new TableMissing(tableNameOf(name))
      throw new Error('the rows in the read store are older than before; applying the events that they lack')
    }
  }

  async function applyAll(logged: readonly LoggedEvent[]): Promise<void> {
    const last = logged.at(-1)
    if (!last) return
    await checkTablesUnchanged()
    const events = logged.filter(hasKnownType)
    if (events.length < logged.length) await quarantineUnknown(logged)
    if (events.some(({ type }) => type === 'LogRestored')) await tables.loadLastRestore()
    const shares = distributeEvents(views, events)
    const behind = views.filter(({ name }) => (checkpoints.get(name) ?? LOG_START) < last.position)
    const changed = new Map<ViewName, Map<string, Row>>()
    for (const view of behind) {
      const from = checkpoints.get(view.name) ?? LOG_START
      const share = shares.get(view) ?? []
      const fresh = (share[0]?.position ?? 0) > from ? share : share.filter((event) => event.position > from)
      // Skips views that have no new events.
      // Querying their rows would delay clients.
      if (fresh.length === 0) continue
      const applied = await applyEventBatch(reads, tableNameOf(view.name), view, fresh)
      await quarantine.add(applied.quarantined)
      if (applied.changed.size > 0) changed.set(view.name, applied.changed)
    }
    for (const { name } of behind) checkpoints.set(name, last.position)
    seenPosition = last.position
    seenMark = logMarkOf(last)
    await notifyListeners(changed, events, last.position)
    // Writes checkpoints after notifying clients, so that clients need not wait for them.
    // After a crash, rows skip events that they already include, by comparing positions.
    await reads.setCheckpoints(new Map(behind.map(({ name }) => [tableNameOf(name), last.position])), logMarkOf(last))
  }

  async function notifyListeners(
    changed: ReadonlyMap<ViewName, Map<string, Row>>,
    events: readonly RecordedEvent[],
    upTo: number,
  ): Promise<void> {
    // While rows are rebuilt from another log, clients are notified only of erasures.
    // All other notifications wait until all rows are rebuilt.
    if (positionBeforeReplacement !== undefined) return notifyErasures(events)
    if (upTo <= notifiedPosition) return
    const news = events.filter(({ position: at }) => at > notifiedPosition)
    for (const [view, rows] of changed) notifyChange(view, rows, upTo)
    for (const tell of eventListeners) tell(news)
    for (const { type, data, position: at } of news)
      if (type === 'RebuildRequested') await rebuilds.ask(data.target, at)
    notifiedPosition = upTo
  }

  /**
   * Notifies listeners of erasures in a log that replaces another.
   * Listeners must forget an erased person's key, which would still decrypt rows of the replaced log.
   */
  function notifyErasures(events: readonly RecordedEvent[]): void {
    const erasures = events.filter((event) => erasedPersonOf(event) !== undefined)
    if (erasures.length > 0) for (const tell of eventListeners) tell(erasures)
  }

  /**
   * Quarantines events of types that this version does not know.
   * They exist if a newer version wrote to the log before.
   */
  async function quarantineUnknown(logged: readonly LoggedEvent[]): Promise<void> {
    for (const event of logged) {
      if (hasKnownType(event) || quarantine.all().some((other) => other.event.type === event.type)) continue
      const error = new Error(`this version knows no events of type ${event.type}`)
      await quarantine.add([{ view: ALL_VIEWS_NAME, event, error }])
    }
  }

  /**
   * Switches reads to the current view versions.
   * After the log was replaced, switches them to the rows of the new log.
   */
  async function swap(): Promise<void> {
    if (!isComplete)
      await recordTableCompleteness(
        reads,
        views.map(({ name }) => tableNameOf(name)),
        true,
      )
    isComplete = true
    await tables.serve()
    for (const { name } of views) serving.set(name, tableNameOf(name))
    if (positionBeforeReplacement !== undefined) {
      positionBeforeReplacement = undefined
      notifiedPosition = seenPosition
      for (const tell of replacedListeners) tell()
    }
    if (caughtUp) return
    await tables.dropEarlier()
    await oldTables.begin()
    caughtUp = true
    rebuilds.begin()
    ready.resolve()
  }

  /**
   * Follows the log and applies its events.
   * Returns when rows were lost; the caller then calls it again.
   */
  async function follow(): Promise<void> {
    reading = new AbortController()
    await findTables()
    // Reads the event of the last restore separately, because it may precede the checkpoints.
    await tables.loadLastRestore()
    await loadCheckpoints()
    for await (const batch of store.follow(
      toPosition(seenPosition),
      AbortSignal.any([stopping.signal, reading.signal]),
    )) {
      await runExclusive(() => applyAll(batch.events))
      if (batch.events.length > 0 || batch.caughtUp) failed = { attempts: 0, message: '' }
      if (batch.caughtUp && !reading.signal.aborted) lost = false
      if (batch.caughtUp && !(caughtUp && isComplete && positionBeforeReplacement === undefined)) await swap()
    }
  }

  function servingOf(view: ViewName): TableName {
    const table = serving.get(view)
    if (lost || !table) throw new RowsBehind(view)
    return table
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await follow()
      } catch (error) {
        // A damaged log ends the process only during the start.
        // Later the process continues with its rows.
        if (error instanceof StoreDamaged && !caughtUp) return ready.reject(error)
        if (error instanceof LogReplaced) {
          tables.noteForeignLog()
          // Another process may have rebuilt the rows already.
          if (caughtUp) positionBeforeReplacement ??= position()
        }
        failed = { attempts: failed.attempts + 1, message: (error as Error).message }
        log.error({ err: error }, 'the views could not be updated; trying again')
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
  })()

  return {
    ready: ready.promise,
    serves: serves.promise,
    hasCaughtUp: () => caughtUp,
    position,
    lag: () =>
      Object.fromEntries(
        [...checkpoints].map(([view, viewPosition]) => [view, Math.max(0, seenPosition - viewPosition)]),
      ),
    quarantined: quarantine.all,
    rebuilds: rebuilds.all,
    rows: rowsOf(tables.served, servingOf, () => {
      // Finds the tables again, because another process may have completed this version.
      // It may then have dropped the previous version's table.
      findServing().catch((error) => log.error({ err: error }, 'the tables could not be looked up'))
    }),
    onChange: (listener) => void changeListeners.push(listener),
    onEvents: (listener) => void eventListeners.push(listener),
    logNumber: tables.logNumber,
    failure: () => (failed.attempts > 1 ? failed.message : undefined),
    isOfOtherLog: () => positionBeforeReplacement !== undefined || !tables.areSame(),
    onOtherLog: (listener) => void replacedListeners.push(listener),
    async stop() {
      stopping.abort()
      await Promise.all([running, rebuilds.ended(), oldTables.stop()])
    },
  }
}
