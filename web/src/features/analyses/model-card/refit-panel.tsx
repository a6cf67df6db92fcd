/** Refits of the detector from corrections: version in use, last results, and a button to refit. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconSchool } from '@tabler/icons-react'
import type { HeadRefitsView } from '#contract/views.ts'
import { commandFailureReason } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { formatExactTime } from '#web/lib/format/times.ts'
import { Panel } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { CommandButton, useCommand } from '#web/ui/use-command.tsx'
import { ErrorNotice } from '../analysis-view.tsx'
import { useRefitHeadMutation } from '../calls.ts'
import classes from './model-card.module.css'
import { modelInUseText, photosUntilRefitText, refitOutcomeText } from './model-figures.ts'

export interface RefitPanelProps {
  refitting: HeadRefitsView
  /** Called after a refit was requested. */
  asked(): void
}

export function RefitPanel({ refitting, asked }: RefitPanelProps) {
  const { newest } = refitting
  const { user } = useSession()
  const may = user?.role === 'dispatcher' || user?.role === 'admin'
  return (
    <Panel title={t`Learned from corrections`}>
      <p className={classes.text}>{modelInUseText(refitting)}</p>
      <p className={classes.note}>{photosUntilRefitText(refitting)}</p>
      {newest.length > 0 && (
        <ul className={classes.sentences} aria-label={t`Trainings, newest first`}>
          {newest.map((refit) => (
            <li key={refit.refit}>
              <span>{refitOutcomeText(refit)}</span>
              <span className={classes.source}>{formatExactTime(refit.endedAt ?? refit.askedAt ?? '')}</span>
            </li>
          ))}
        </ul>
      )}
      {may && <LearnNow {...{ refitting, asked }} />}
    </Panel>
  )
}

function LearnNow({ refitting: { newest, waiting, least }, asked }: RefitPanelProps) {
  const { pending, failure, send } = useCommand('analyses')
  const [refit] = useRefitHeadMutation()
  const isUnderWay = newest[0]?.state === 'asked'
  async function learn() {
    // The error is dropped here, because `failure` shows it above the button.
    const done = await send({ waiting }, (key) => refit({ key }).unwrap()).catch(() => undefined)
    if (!done) return
    toast('success', done.message)
    asked()
  }
  return (
    <>
      {failure && <ErrorNotice title={t`Training was not started`} text={commandFailureReason(failure)} />}
      <CommandButton
        variant="default"
        mt={12}
        leftSection={<IconSchool size={18} aria-hidden="true" />}
        loading={pending || isUnderWay}
        disabled={waiting < least}
        onClick={() => void learn()}
      >
        <Trans>Train now</Trans>
      </CommandButton>
    </>
  )
}
