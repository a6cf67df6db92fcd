/** One event: actor, time, subject, causes, changes and stored data. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { eventTypeLabelOf } from '#contract/audit/event-subjects.ts'
import type { CausationChain, CausationChainLink } from '#contract/audit/history.ts'
import type { AnswerOf } from '#contract/endpoints.ts'
import { failureTextOf, type RequestFailure } from '#web/lib/api/api.ts'
import { usePolling } from '#web/lib/api/audit-events.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { formatExactTime, formatRecentTime } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { Drawer } from '#web/ui/dialog.tsx'
import { ReferenceCode } from '#web/ui/marks.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './history.module.css'
import {
  eventTypeNameOf,
  fieldDifferencesOf,
  type HistoryFilterValues,
  type RowChange,
  reportTextOf,
  useAuditEventQuery,
  useChangesQuery,
} from './history.ts'
import type { PseudonymousPerson } from './reason-dialogs.tsx'
import { RevealNameButton, useRevealName } from './reveal-name.tsx'

const DRAWER_WIDTH = 620

interface EventDrawerProps {
  position: number | undefined
  /**
   * Returns the history screen's address with the event at `position` open.
   * `hrefOnly` returns the address with only a filter set.
   */
  hrefOf(position: number): string
  hrefOnly(filter: HistoryFilterValues): string
  close(): void
}

export function EventDrawer({ position, close, ...links }: EventDrawerProps) {
  const { isOpened, open, dialog } = useRevealName()
  return (
    <>
      <Drawer
        title={position === undefined ? '' : t`Event ${{ position: formatNumber(position) }}`}
        opened={position !== undefined}
        close={close}
        size={DRAWER_WIDTH}
        covered={isOpened}
      >
        {position !== undefined && <LoadedEvent key={position} position={position} openName={open} {...links} />}
      </Drawer>
      {dialog}
    </>
  )
}

interface EventLinks extends Pick<EventDrawerProps, 'hrefOf' | 'hrefOnly'> {
  openName(person: PseudonymousPerson): void
}
/** Interval in ms at which an opened event is loaded again. */
const FOLLOW_MS = 5_000

type LoadedEventProps = EventLinks & { position: number }

function LoadedEvent({ position, ...links }: LoadedEventProps) {
  // Reloads the event regularly, because later events may be effects of it.
  const { data, error, refetch } = useAuditEventQuery({ id: String(position) }, { pollingInterval: FOLLOW_MS })
  if (error && !data)
    return <ErrorState message={failureTextOf(error, t`The event could not be loaded`)} retry={() => void refetch()} />
  if (!data) return <Skeleton height={240} role="status" aria-label={t`Loading…`} />
  return <EventDetails {...links} {...data} />
}

type EventDetailsProps = EventLinks & AnswerOf<'auditEvent'>

function EventDetails({ event, things, raw, chain, hrefOf, hrefOnly, openName }: EventDetailsProps) {
  const { actor } = event
  const actorId = String(raw.meta.actor)
  return (
    <>
      <p className={classes.eventSentence}>{event.sentence}</p>
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
              <RevealNameButton id={actorId} pseudonym={actor.name} open={openName} />
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
          <Link to={hrefOnly({ kind: event.type })}>{eventTypeNameOf(event.type)}</Link>
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
                      <RevealNameButton id={id} pseudonym={name} open={openName} />
                    )}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
      <DrawerSection title={t`Why it happened and what followed`}>
        {chain && <CausationTree chain={chain} hrefOf={hrefOf} />}
      </DrawerSection>
      <DrawerSection title={t`What it changed`}>
        <Changes position={event.position} />
      </DrawerSection>
      <DrawerSection title={t`Stored event`}>
        <p className={classes.note}>
          <Trans>Personal data is encrypted and not shown here.</Trans>
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard */}
        <section className={classes.raw} tabIndex={0} aria-label={t`Stored event as JSON`}>
          <pre>{JSON.stringify(raw, null, 2)}</pre>
        </section>
      </DrawerSection>
    </>
  )
}

function DrawerSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  )
}

/** View rows that an event changed: each field before and after. */
function Changes({ position }: { position: number }) {
  const { data, error, refetch } = useChangesQuery({ position })
  // Status 503: the server is still building the time-travel index.
  const isComing = !data && (error as RequestFailure | undefined)?.status === 503
  usePolling(isComing, refetch)
  if (isComing)
    return (
      <p className={classes.note} role="status">
        {failureTextOf(error, t`Loading the changes…`)}
      </p>
    )
  if (error && !data)
    return (
      <ErrorState message={failureTextOf(error, t`The changes could not be loaded`)} retry={() => void refetch()} />
    )
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
          <ChangedRow {...change} />
        </li>
      ))}
    </ul>
  )
}

function ChangedRow({ view, id, before, after }: RowChange) {
  const name = `${eventTypeLabelOf(view)} ${reportTextOf(id) ?? id}`
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

const STEP_MS = 60_000
/** Number of effects that are shown at first. */
const FIRST_EFFECTS = 8

interface CausationTreeProps {
  chain: CausationChain
  hrefOf(position: number): string
}

/** Causes and effects of an event as a tree of links. */
function CausationTree({ chain, hrefOf }: CausationTreeProps) {
  const { before, here, together, after, caused } = chain
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? after : after.slice(0, FIRST_EFFECTS)
  const following = (
    <>
      {together.length > 0 && (
        <CausationBranch label={t`Also recorded by the same command`}>
          {together.map((link) => (
            <CausationNode key={link.position} link={link} hrefOf={hrefOf} />
          ))}
        </CausationBranch>
      )}
      {after.length > 0 && (
        <CausationBranch label={t`What it caused`}>
          {shown.map((link, index) => (
            <CausationNode
              key={link.position}
              link={link}
              hrefOf={hrefOf}
              isAsked={link.policy?.command !== after[index - 1]?.policy?.command}
            />
          ))}
          {caused > shown.length && (
            <li className={classes.more}>
              {isWhole || shown.length === after.length ? (
                t`and ${{ count: formatNumber(caused - shown.length) }} more`
              ) : (
                <Button variant="default" size="xs" mih={36} onClick={() => setWhole(true)}>
                  {t`Show ${{ count: formatNumber(after.length - shown.length) }} more`}
                </Button>
              )}
            </li>
          )}
        </CausationBranch>
      )}
      {after.length + together.length === 0 && (
        <p className={classes.note}>
          <Trans>No follow-up yet.</Trans>
        </p>
      )}
    </>
  )
  // Renders nested lists: each event contains the event that it caused.
  return (
    <ol className={classes.tree}>
      {[...before, here].reduceRight<ReactNode>(
        (inner, link, depth) => (
          <CausationNode
            key={link.position}
            link={link}
            hrefOf={hrefOf}
            isAsked
            isRoot={depth === 0}
            isHere={link === here}
          >
            {link === here ? inner : <ol className={classes.tree}>{inner}</ol>}
          </CausationNode>
        ),
        following,
      )}
    </ol>
  )
}

function CausationBranch({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <p className={classes.branch}>{label}</p>
      <ol className={classes.tree} aria-label={label}>
        {children}
      </ol>
    </>
  )
}

interface CausationNodeProps extends Pick<CausationTreeProps, 'hrefOf'> {
  link: CausationChainLink
  /**
   * True to show the background rule and its command above the event.
   * If a command caused several successive events, only the first of them shows both.
   */
  isAsked?: boolean
  isRoot?: boolean
  isHere?: boolean
  children?: ReactNode
}

function CausationNode({ link, hrefOf, isAsked, isRoot, isHere, children }: CausationNodeProps) {
  const now = useNow(STEP_MS)
  const { policy, actor } = link
  const command = policy?.command
  return (
    <li className={classes.node}>
      {isAsked && policy && (
        <p className={classes.asked}>
          <span>{t`Background rule “${{ policy: policy.name }}”: ${{ effect: policy.does }}.`}</span>{' '}
          <span>
            <Trans>
              Command: <code>{command}</code>
            </Trans>
          </span>
        </p>
      )}
      {isRoot && !policy && <p className={classes.asked}>{t`Command by ${{ person: actor.name }}`}</p>}
      <Link to={hrefOf(link.position)} className={classes.link} aria-current={isHere || undefined}>
        <span>{link.sentence}</span>
        <time className={classes.when} dateTime={link.at}>
          {formatRecentTime(link.at, now)}
        </time>
      </Link>
      {children}
    </li>
  )
}
