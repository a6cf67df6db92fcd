/** One event: actor, time, subject, causes, changes and stored data. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { eventTypeLabel } from '#contract/audit/event-subjects.ts'
import type { AnswerOf } from '#contract/endpoints.ts'
import { type Failure, failureText } from '#web/lib/api/api.ts'
import { figure } from '#web/lib/format/numbers.ts'
import { formatExactTime } from '#web/lib/format/times.ts'
import { Drawer } from '#web/ui/dialog.tsx'
import { LazyDialog } from '#web/ui/lazy-panel.tsx'
import { ReferenceCode } from '#web/ui/marks.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type RowChange, useAuditEventQuery, useChangesQuery, usePolling } from './calls.ts'
import { CausationTree } from './chain-tree.tsx'
import classes from './drawer.module.css'
import { eventTypeName } from './event-type-names.ts'
import { type Filter, fieldDifferencesOf, reportText } from './history.ts'
import { loadRevealNameDialog, RevealNameButton } from './open-name-button.tsx'
import type { PseudonymousPerson } from './open-name-dialog.tsx'

const WIDTH = 620

export interface EventDrawerProps {
  position: number | undefined
  /** Addresses of this screen: `hrefOf` opens another event, `hrefOnly` sets another filter. */
  hrefOf(position: number): string
  hrefOnly(filter: Filter): string
  close(): void
}

export function EventDrawer({ position, close, ...links }: EventDrawerProps) {
  const [person, setPerson] = useState<PseudonymousPerson>()
  const [opening, setOpening] = useState(false)
  function openName(of: PseudonymousPerson) {
    setPerson(of)
    setOpening(true)
  }
  return (
    <>
      <Drawer
        title={position === undefined ? '' : t`Event ${{ position: figure(position) }}`}
        opened={position !== undefined}
        close={close}
        size={WIDTH}
        covered={opening}
      >
        {position !== undefined && <Loaded key={position} position={position} openName={openName} {...links} />}
      </Drawer>
      {person && (
        <LazyDialog load={loadRevealNameDialog} props={{ person, opened: opening, close: () => setOpening(false) }} />
      )}
    </>
  )
}

interface Links extends Pick<EventDrawerProps, 'hrefOf' | 'hrefOnly'> {
  openName(of: PseudonymousPerson): void
}
/** Polling interval while an event is open, in ms. */
const FOLLOW_MS = 5_000

type LoadedProps = Links & { position: number }

function Loaded({ position, ...links }: LoadedProps) {
  // Polls, because effects of the event may still follow.
  const { data, error, refetch } = useAuditEventQuery({ id: String(position) }, { pollingInterval: FOLLOW_MS })
  if (error && !data)
    return <ErrorState message={failureText(error, t`The event could not be loaded`)} retry={() => void refetch()} />
  if (!data) return <Skeleton height={240} role="status" aria-label={t`Loading…`} />
  return <EventDetails {...links} {...data} />
}

type EventDetailsProps = Links & AnswerOf<'auditEvent'>

function EventDetails({ event, things, raw, chain, hrefOf, hrefOnly, openName }: EventDetailsProps) {
  const { actor } = event
  const actorId = String(raw.meta.actor)
  return (
    <>
      <p className={classes.sentence}>{event.sentence}</p>
      <p className={classes.note}>
        <Link to={`/auditor/replay?at=${event.position}`}>
          <Trans>Replay the board at this moment</Trans>
        </Link>
      </p>
      <dl className={classes.facts}>
        <dt>
          <Trans>Who</Trans>
        </dt>
        <dd>
          {actor.code ? (
            <span className={classes.person}>
              <Link to={hrefOnly({ actor: actorId })}>{actor.name}</Link>
              <RevealNameButton id={actorId} pseudonym={actor.name} openName={openName} />
            </span>
          ) : (
            actor.name
          )}
        </dd>
        <dt>
          <Trans>Happened</Trans>
        </dt>
        <dd>{formatExactTime(event.at)}</dd>
        {event.at !== event.recordedAt && (
          <>
            <dt>
              <Trans>Recorded</Trans>
            </dt>
            <dd>{formatExactTime(event.recordedAt)}</dd>
          </>
        )}
        <dt>
          <Trans>Kind</Trans>
        </dt>
        <dd>
          <Link to={hrefOnly({ kind: event.type })}>{eventTypeName(event.type)}</Link>
        </dd>
        {things.length > 0 && (
          <>
            <dt>
              <Trans>About</Trans>
            </dt>
            <dd>
              <ul className={classes.things}>
                {things.map(({ kind, id, name }) => (
                  <li key={`${kind}:${id}`} className={classes.person}>
                    <Link to={hrefOnly({ thing: `${kind}:${id}` })}>{name}</Link>
                    {(kind === 'report' || kind === 'delivery') && <ReferenceCode kind={kind} id={id} />}
                    {kind === 'account' && id !== actorId && (
                      <RevealNameButton id={id} pseudonym={name} openName={openName} />
                    )}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
      <Part title={t`Why it happened and what followed`}>
        {chain && <CausationTree chain={chain} hrefOf={hrefOf} />}
      </Part>
      <Part title={t`What it changed`}>
        <Changes position={event.position} />
      </Part>
      <Part title={t`Stored event`}>
        <p className={classes.note}>
          <Trans>Personal data is encrypted and not shown here.</Trans>
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard */}
        <section className={classes.raw} tabIndex={0} aria-label={t`Stored event as JSON`}>
          <pre>{JSON.stringify(raw, null, 2)}</pre>
        </section>
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  )
}

/** Rows of views that an event changed: each changed field before and after the event. */
function Changes({ position }: { position: number }) {
  const { data, error, refetch } = useChangesQuery({ position })
  // Status 503 means that the server is still building the time-travel index.
  const isComing = !data && (error as Failure | undefined)?.status === 503
  usePolling(isComing, refetch)
  if (isComing)
    return (
      <p className={classes.note} role="status">
        {failureText(error, t`Loading the changes…`)}
      </p>
    )
  if (error && !data)
    return <ErrorState message={failureText(error, t`The changes could not be loaded`)} retry={() => void refetch()} />
  if (!data) return <Skeleton height={96} role="status" aria-label={t`Loading…`} />
  if (data.changes.length === 0)
    return (
      <p className={classes.note}>
        <Trans>This event changed nothing on the screens.</Trans>
      </p>
    )
  return (
    <ul className={classes.changes}>
      {data.changes.map((change) => (
        <li key={`${change.view} ${change.id}`}>
          <Changed {...change} />
        </li>
      ))}
    </ul>
  )
}

function Changed({ view, id, before, after }: RowChange) {
  const name = `${eventTypeLabel(view)} ${reportText(id) ?? id}`
  return (
    <table className={classes.table}>
      <caption>{before === null ? t`${name} – new` : name}</caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Field</Trans>
          </th>
          <th scope="col">
            <Trans>Before</Trans>
          </th>
          <th scope="col">
            <Trans>After</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {fieldDifferencesOf(before, after).map(({ field, was, is }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{was === undefined ? '–' : <del>{was}</del>}</td>
            <td>{is === undefined ? '–' : <ins>{is}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
