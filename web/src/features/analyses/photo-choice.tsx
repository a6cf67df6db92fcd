/** Photo input: file, drop, paste, or a phone's camera. */
import { Button, Text } from '@mantine/core'
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import classes from './analyses.module.css'
import { photoError, photoIn } from './photo-file.ts'

export interface PhotoChoiceProps {
  photo: File | undefined
  take(photo: File): void
  disabled?: boolean
}

export function PhotoChoice({ photo, take, disabled = false }: PhotoChoiceProps) {
  const [files, camera] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const [refused, setRefused] = useState<string>()
  const [over, setOver] = useState(false)
  const shown = useShown(photo)

  function choose(file: File | undefined) {
    if (disabled || !file) return
    const why = photoError(file)
    setRefused(why)
    if (!why) take(file)
  }
  function onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    choose(currentTarget.files?.[0])
    // Allows the same photo again after a failure.
    currentTarget.value = ''
  }
  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    choose(photoIn(event.dataTransfer))
  }

  return (
    <section
      className={classes.drop}
      data-over={over || undefined}
      aria-label="Photo"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      onPaste={(event) => choose(photoIn(event.clipboardData))}
    >
      {shown && <img className={classes.preview} src={shown} alt={`Chosen: ${photo?.name}`} />}
      <div className={classes.choose}>
        <input ref={files} type="file" hidden accept="image/*" aria-label="Photo to analyse" onChange={onChange} />
        <input
          ref={camera}
          type="file"
          hidden
          accept="image/*"
          capture="environment"
          aria-label="Photo from the camera"
          onChange={onChange}
        />
        <Button
          variant="default"
          mih={44}
          disabled={disabled}
          leftSection={<IconPhotoPlus size={18} aria-hidden="true" />}
          onClick={() => files.current?.click()}
        >
          {photo ? 'Choose another photo' : 'Choose a photo'}
        </Button>
        <Button
          className={classes.camera}
          variant="default"
          mih={44}
          disabled={disabled}
          leftSection={<IconCamera size={18} aria-hidden="true" />}
          onClick={() => camera.current?.click()}
        >
          Take a photo
        </Button>
        <Text size="xs" c="dimmed" className={classes.hint}>
          or drop or paste one here; up to 10 MB
        </Text>
      </div>
      {refused && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {refused}
        </Text>
      )}
    </section>
  )
}

/** Returns an object URL of the chosen file. */
function useShown(photo: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!photo) return setUrl(undefined)
    const made = URL.createObjectURL(photo)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [photo])
  return url
}
