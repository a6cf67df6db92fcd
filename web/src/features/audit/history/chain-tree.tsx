/** Causes and effects of an event as a tree of links. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { CausationChain, CausationChainLink } from '#contract/audit/history.ts'
import { figure } from '#web/lib/format/numbers.ts'
import { formatRecentTime } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import classes from './drawer.module.css'

const STEP_MS = 60_000
/** Number of effects that are shown at first. */
const FEW = 8

export interface CausationTreeProps {
  chain: CausationChain
  hrefOf(position: number): string
}

export function CausationTree({ chain, hrefOf }: CausationTreeProps) {
  const { before, here, together, after, caused } = chain
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? after : after.slice(0, FEW)
  const following = (
    <>
      {together.length > 0 && (
        <Branch label={t`Also recorded by the same command`}>
          {together.map((link) => (
            <Node key={link.position} link={link} hrefOf={hrefOf} />
          ))}
        </Branch>
      )}
      {after.length > 0 && (
        <Branch label={t`What it caused`}>
          {shown.map((link, index) => (
            <Node
              key={link.position}
              link={link}
              hrefOf={hrefOf}
              isAsked={link.policy?.command !== after[index - 1]?.policy?.command}
            />
          ))}
          {caused > shown.length && (
            <li className={classes.more}>
              {isWhole || shown.length === after.length ? (
                t`and ${{ count: figure(caused - shown.length) }} more`
              ) : (
                <Button variant="default" size="xs" mih={36} onClick={() => setWhole(true)}>
                  {t`Show ${{ count: figure(after.length - shown.length) }} more`}
                </Button>
              )}
            </li>
          )}
        </Branch>
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
          <Node key={link.position} link={link} hrefOf={hrefOf} isAsked isRoot={depth === 0} isHere={link === here}>
            {link === here ? inner : <ol className={classes.tree}>{inner}</ol>}
          </Node>
        ),
        following,
      )}
    </ol>
  )
}

function Branch({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <p className={classes.branch}>{label}</p>
      <ol className={classes.tree} aria-label={label}>
        {children}
      </ol>
    </>
  )
}

interface NodeProps extends Pick<CausationTreeProps, 'hrefOf'> {
  link: CausationChainLink
  /**
   * True to show the background rule and the command that caused the event.
   * Of consecutive effects of one command, only the first shows them.
   */
  isAsked?: boolean
  isRoot?: boolean
  isHere?: boolean
  children?: ReactNode
}

function Node({ link, hrefOf, isAsked, isRoot, isHere, children }: NodeProps) {
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
