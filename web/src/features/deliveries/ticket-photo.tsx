/** Photo input of a weighbridge ticket; uploads at once, and the weighing refers to it. */
import { Button, Group, Text } from '@mantine/core'
import { IconCamera, IconCheck } from '@tabler/icons-react'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { reasonOf } from '#web/calls/api.ts'
import { useUploadPictureMutation } from '#web/calls/pictures.ts'

export interface TicketPhotoProps {
  /** True after an upload. */
  taken: boolean
  /** Receives the picture's id; '' for none. */
  take(picture: string): void
  error?: ReactNode
  setSending(sending: boolean): void
}

export function TicketPhoto({ taken, take, error, setSending }: TicketPhotoProps) {
  const input = useRef<HTMLInputElement>(null)
  const [upload, { isLoading }] = useUploadPictureMutation()
  const [failed, setFailed] = useState<string | null>(null)

  async function send({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    // Allows the same photo again after a failure.
    currentTarget.value = ''
    if (!file) return
    setFailed(null)
    setSending(true)
    try {
      take((await upload({ file }).unwrap()).picture)
    } catch (refused) {
      setFailed(reasonOf(refused) || 'The photo could not be sent. Please try again.')
    } finally {
      setSending(false)
    }
  }

  const Icon = taken ? IconCheck : IconCamera
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/avif"
        aria-label="Photo of the ticket"
        onChange={(event) => void send(event)}
      />
      <Group gap="xs">
        <Button
          variant="default"
          mih={44}
          loading={isLoading}
          leftSection={<Icon size={18} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {taken ? 'Photo added, take another' : 'Add a photo of the ticket'}
        </Button>
        {taken && (
          <Button variant="subtle" color="gray" mih={44} onClick={() => take('')}>
            Remove it
          </Button>
        )}
      </Group>
      {(failed ?? error) && (
        <Text role="alert" size="xs" c="var(--mantine-color-error)" mt={6}>
          {failed ?? error}
        </Text>
      )}
    </div>
  )
}
