/** Refits of the detector from corrections: version, last results, refit button. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconSchool } from '@tabler/icons-react'
import type { HeadRefit } from '#contract/analyses/refits.ts'
import type { HeadRefitsView } from '#contract/views.ts'
import { commandFailureReasonOf } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { formatExactTime } from '#web/lib/format/times.ts'
import { Panel } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { CommandButton, useCommand } from '#web/ui/use-command.tsx'
import { useRefitHeadMutation } from './analysis.ts'
import { ErrorNotice } from './analysis-view.tsx'
import classes from './model-card.module.css'

type CompletedRefit = NonNullable<HeadRefit['made']>

const scoreOf = ({ before, after, scoredOn }: CompletedRefit) =>
  t`On ${plural({ photos: scoredOn.photos }, { one: '# new photo', other: '# new photos' })} it found the right material for ${{ right: after.right }} of ${{ boxes: scoredOn.boxes }} boxes; the version before, for ${{ before: before.right }}.`

/** Returns which version the detector uses, and why. */
export function describeModelInUse({ inUse }: Pick<HeadRefitsView, 'inUse'>): string {
  if (!inUse?.made) return t`The detector has not learned from this city’s corrections yet.`
  const { version, trainedOn } = inUse.made
  return t`Version ${version} is in use. It learned from ${plural({ photos: trainedOn.photos }, { one: '# corrected photo', other: '# corrected photos' })}. ${{ result: scoreOf(inUse.made) }}`
}

/** Returns a sentence about how many corrected photos the next refit needs. */
export function describePhotosUntilRefit({
  waiting,
  least,
  enough,
}: Pick<HeadRefitsView, 'waiting' | 'least' | 'enough'>): string {
  return t`${plural(waiting, { one: '# photo', other: '# photos' })} corrected since the last training. You can start a training from ${least} photos; it starts automatically at ${enough}. The result is used only if it is better on new photos.`
}

/** Returns a sentence about the result of one training of the detector. */
export function describeRefitOutcome({ refit, state, reason, made }: HeadRefit): string {
  if (state === 'asked') return t`Training ${refit}: in progress`
  if (!made) return reason ? t`Training ${refit} failed: ${reason}` : t`Training ${refit} failed`
  return made.taken
    ? t`Training ${refit} was better and was used. ${{ result: scoreOf(made) }}`
    : t`Training ${refit} was not better, so not used. ${{ result: scoreOf(made) }}`
}

interface RefitPanelProps {
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
      <p className={classes.text}>{describeModelInUse(refitting)}</p>
      <p className={classes.note}>{describePhotosUntilRefit(refitting)}</p>
      {newest.length > 0 && (
        <ul className={classes.sentences} aria-label={t`Trainings, newest first`}>
          {newest.map((refit) => (
            <li key={refit.refit}>
              <span>{describeRefitOutcome(refit)}</span>
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
    // Ignores the error, because the panel shows it above the button.
    const done = await send({ waiting }, (key) => refit({ key }).unwrap()).catch(() => undefined)
    if (!done) return
    showToast('success', done.message)
    asked()
  }
  return (
    <>
      {failure && <ErrorNotice title={t`Training was not started`} text={commandFailureReasonOf(failure)} />}
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
