/** Controls: event steps and playback. */

import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react'
import { figure } from '#web/lib/format/numbers.ts'
import { type Playing, SPEEDS, type Speed } from './use-playing.ts'
import type { Steps } from './use-steps.ts'

const SIZE = 44
const paces = SPEEDS.map((pace) => ({ value: String(pace), label: `×${figure(pace)}` }))

export function PlaybackControls({
  steps,
  playing: { playing, pace, play, setPace },
}: {
  steps: Steps
  playing: Playing
}) {
  const step = (way: 'back' | 'forward') => {
    play(false)
    steps.step(way)
  }
  return (
    <>
      <ActionIcon
        variant="default"
        size={SIZE}
        aria-label="Event before"
        aria-busy={steps.stepping}
        onClick={() => step('back')}
      >
        <IconPlayerSkipBack size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon variant="default" size={SIZE} aria-label={playing ? 'Pause' : 'Play'} onClick={() => play(!playing)}>
        {playing ? <IconPlayerPause size={18} aria-hidden="true" /> : <IconPlayerPlay size={18} aria-hidden="true" />}
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={SIZE}
        aria-label="Event after"
        aria-busy={steps.stepping}
        onClick={() => step('forward')}
      >
        <IconPlayerSkipForward size={18} aria-hidden="true" />
      </ActionIcon>
      <NativeSelect
        aria-label="Pace"
        size="md"
        w={104}
        data={paces}
        value={String(pace)}
        onChange={({ currentTarget }) => setPace(Number(currentTarget.value) as Speed)}
      />
    </>
  )
}
