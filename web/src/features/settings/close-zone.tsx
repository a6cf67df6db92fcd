/** Closes a zone; reports remaining content and moves its residents elsewhere. */

import { Alert, Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { ZoneCard } from '#contract/views.ts'
import { commandFailureReason, type Failure } from '#web/lib/api/api.ts'
import { ZoneField } from '#web/ui/fields.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { CommandButton, useCommand } from '#web/ui/use-command.tsx'
import { useCloseZoneMutation, useMoveResidentsMutation } from './zone-calls.ts'

export interface CloseZoneProps {
  zone: ZoneCard
  /** Zones for its residents. */
  others: readonly string[]
}

export function CloseZone({ zone: { id, movingTo }, others }: CloseZoneProps) {
  const [asked, setAsked] = useState(false)
  const { pending, failure, send } = useCommand('zones')
  const [closeZone] = useCloseZoneMutation()

  async function close() {
    // `failure` shows the reason in the question.
    const done = await send({ close: id }, (key) => closeZone({ id, key }).unwrap()).catch(() => undefined)
    if (done) toast('success', done.message)
  }

  if (!asked)
    return (
      <Button
        variant="subtle"
        color="statusCritical"
        size="sm"
        mih={44}
        aria-label={`Close ${id}`}
        onClick={() => setAsked(true)}
      >
        Close
      </Button>
    )
  return (
    <Alert
      color={failure ? 'statusCritical' : 'statusProgress'}
      variant="light"
      role={failure ? 'alert' : 'group'}
      title={failure ? commandFailureReason(failure) : `Close ${id}? Its history stays, and nobody can sign up for it.`}
    >
      {movingTo && <p>Its residents are being moved to {movingTo}.</p>}
      {failure?.errors?.residents && !movingTo && <MoveResidents zone={id} others={others} left={failure} />}
      <Group gap="xs">
        <Button variant="default" size="sm" mih={44} disabled={pending} onClick={() => setAsked(false)}>
          Keep it open
        </Button>
        <CommandButton color="statusCritical.6" size="sm" mih={44} loading={pending} onClick={() => void close()}>
          {failure ? 'Try again' : 'Close the zone'}
        </CommandButton>
      </Group>
    </Alert>
  )
}

interface MoveResidentsProps {
  zone: string
  others: readonly string[]
  left: Failure
}

function MoveResidents({ zone, others, left }: MoveResidentsProps) {
  const [to, setTo] = useState(others[0] ?? '')
  const { pending, failure, send } = useCommand('zones')
  const [moveResidents] = useMoveResidentsMutation()

  async function move() {
    const body = { to }
    // `failure` shows the reason in the field.
    const done = await send(body, (key) => moveResidents({ id: zone, body, key }).unwrap()).catch(() => undefined)
    if (done) toast('success', done.message)
  }

  return (
    <div>
      <ZoneField
        label={`Move ${left.errors?.residents} to`}
        description="They are signed out, and live there when they sign in again. Open reports stay here until they are collected."
        zones={others}
        value={to}
        onChange={setTo}
        error={failure && commandFailureReason(failure)}
      />
      <CommandButton variant="default" size="sm" mih={44} my="xs" loading={pending} onClick={() => void move()}>
        Move the residents
      </CommandButton>
    </div>
  )
}
