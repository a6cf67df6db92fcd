/** Photo with its boxes, read-only or editable by mouse, touch and keyboard. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconArrowBackUp, IconSquarePlus, IconTrash } from '@tabler/icons-react'
import { type CSSProperties, Fragment, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { MATERIALS, type Material } from '#domain/city.ts'
import { usePicture } from '#web/lib/api/pictures.tsx'
import { materialColorOf, materialLabelOf } from '#web/lib/format/names.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import classes from './analyses.module.css'
import { type BoxEditor, CORNERS, type Corner, type PhotoBox, type PhotoPoint } from './boxes.ts'

export interface PhotoProps {
  /** URL of the photo, from the analysis row. */
  url: string
  /** Width divided by height. */
  ratio: number
  alt: string
}

/** Space for a box's label, as a fraction of the photo's height. */
const LABEL_ROOM = 0.08

const boxStyle = ({ x0, y0, x1, y1, material }: PhotoBox): CSSProperties => ({
  left: `${x0 * 100}%`,
  top: `${y0 * 100}%`,
  width: `${(x1 - x0) * 100}%`,
  height: `${(y1 - y0) * 100}%`,
  color: materialColorOf(material),
})

/**
 * Returns the style of the picture's container: full width, but limited height.
 * On a desktop this leaves space for the dialog's tools.
 */
const stageStyle = (ratio: number): CSSProperties => ({
  aspectRatio: ratio,
  maxWidth: `calc(max(60dvh - 10rem, 16rem) * ${ratio})`,
})

const confidenceText = ({ confidence }: PhotoBox) =>
  confidence === undefined ? '' : ` ${withUnit(Math.round(confidence * 100), '%')}`
const boxLabel = (box: PhotoBox) => `${materialLabelOf(box.material)}${confidenceText(box)}`

function Photo({ url, alt }: PhotoProps) {
  const { src, failed } = usePicture(url, 960)
  if (failed)
    return (
      <p className={classes.missing}>
        <Trans>This picture could not be loaded.</Trans>
      </p>
    )
  return src ? <img className={classes.photo} src={src} alt={alt} draggable={false} /> : null
}

/**
 * Label of a box in a photo: above the box, or inside it if there is no space above.
 * Screen readers skip the label, because the box's button has the same name.
 */
const Label = ({ box }: { box: PhotoBox }) => (
  <span
    className={classes.label}
    style={{ left: `${box.x0 * 100}%`, top: `${box.y0 * 100}%` }}
    data-inside={box.y0 < LABEL_ROOM || undefined}
    data-box={box.id}
    aria-hidden="true"
  >
    {boxLabel(box)}
  </span>
)

/** Photo with boxes that cannot be edited. */
export function BoxesOnPhoto({ boxes, ...photo }: PhotoProps & { boxes: readonly PhotoBox[] }) {
  return (
    <div className={classes.stage} style={stageStyle(photo.ratio)}>
      <Photo {...photo} />
      {boxes.map((box) => (
        <Fragment key={box.id}>
          <span className={classes.box} style={boxStyle(box)} aria-hidden="true" />
          <Label box={box} />
        </Fragment>
      ))}
    </div>
  )
}

export function BoxEditorCanvas({ editor, ...photo }: PhotoProps & { editor: BoxEditor }) {
  const stage = useRef<HTMLElement>(null)
  const { boxes, box: chosen, press, undo, choose, hand } = editor
  const at = ({ clientX, clientY }: PointerEvent): PhotoPoint => {
    const { left, top, width, height } = stage.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: (clientX - left) / width, y: (clientY - top) / height }
  }
  const onPointerDown = (event: PointerEvent) => {
    const { box, corner } = (event.target as HTMLElement).dataset
    const on = boxes.find(({ id }) => id === box)
    hand.grasp(event, at(event), on && { box: on, ...(corner && { corner: corner as Corner }) })
  }
  /** Handles keys on the whole photo instead of on a box, because a deleted box loses the focus. */
  function keys(event: KeyboardEvent) {
    const { box } = (event.target as HTMLElement).dataset
    const on = boxes.find(({ id }) => id === box)
    if (event.key === 'z' && (event.ctrlKey || event.metaKey)) undo()
    else if (on) press(event, on)
    if (on && (event.key === 'Delete' || event.key === 'Backspace')) stage.current?.focus()
  }
  return (
    <section
      ref={stage}
      aria-label={t`Boxes on the photo`}
      className={classes.stage}
      style={stageStyle(photo.ratio)}
      data-editing
      tabIndex={-1}
      onKeyDown={keys}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => hand.drag(event, at(event))}
      onPointerUp={(event) => hand.release(event, at(event))}
      onPointerCancel={hand.cancel}
    >
      <Photo {...photo} />
      {[...boxes]
        .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
        .map((box, index) => (
          <Fragment key={box.id}>
            <button
              type="button"
              className={classes.box}
              style={boxStyle(box)}
              data-box={box.id}
              aria-pressed={box.id === chosen?.id}
              aria-label={t`Box ${{ number: index + 1 }}: ${{ material: boxLabel(box) }}`}
              aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Delete"
              onFocus={() => choose(box.id)}
            >
              {box.id === chosen?.id &&
                CORNERS.map((corner) => (
                  <span key={corner} className={classes.corner} data-box={box.id} data-corner={corner} />
                ))}
            </button>
            <Label box={box} />
          </Fragment>
        ))}
    </section>
  )
}

/** Tools for the selected box and for all boxes. */
export function BoxEditorTools({ editor }: { editor: BoxEditor }) {
  const { boxes, box, add, undo, canUndo, remove, mark } = editor
  return (
    <div>
      <Group gap="xs" align="end">
        <Button variant="default" leftSection={<IconSquarePlus size={18} aria-hidden="true" />} onClick={add}>
          <Trans>Add box</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
          disabled={!canUndo}
          onClick={undo}
        >
          <Trans>Undo</Trans>
        </Button>
        <NativeSelect
          aria-label={t`Material of the chosen box`}
          size="md"
          disabled={!box}
          value={box?.material ?? ''}
          data={[
            ...(box ? [] : [{ value: '', label: t`Choose a box` }]),
            ...MATERIALS.map((material) => ({ value: material, label: materialLabelOf(material) })),
          ]}
          onChange={({ currentTarget }) => box && mark(box, currentTarget.value as Material)}
        />
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={18} aria-hidden="true" />}
          disabled={!box}
          onClick={() => box && remove(box.id)}
        >
          <Trans>Delete box</Trans>
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        <span>
          {boxes.length === 0
            ? t`Draw a box around each piece of waste.`
            : t`Draw on the photo to add a box. Drag a box to move it.`}
        </span>{' '}
        <span>
          <Trans>
            Keys: arrows move the box, Shift + arrows resize it, 1 to 7 set its material, Delete removes it.
          </Trans>
        </span>
      </Text>
    </div>
  )
}
