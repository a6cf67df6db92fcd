/** Caption of a scene, as high as the longest one. */
import { VisuallyHidden } from '@mantine/core'
import type { TapedScene } from '#contract/city/tape.ts'
import classes from './tour.module.css'

function Words({ title, text }: TapedScene) {
  return (
    <>
      <strong className={classes.sceneTitle}>{title}</strong>
      <span className={classes.sceneText}>{text}</span>
    </>
  )
}

export function Caption({ scenes, scene }: { scenes: readonly TapedScene[]; scene: number }) {
  const { title, text } = scenes[scene] as TapedScene
  return (
    <div className={classes.caption}>
      <VisuallyHidden role="status">{`${title}. ${text}`}</VisuallyHidden>
      {scenes.map((each, n) => (
        <p key={each.title} className={classes.words} data-shown={n === scene || undefined} aria-hidden="true">
          <Words {...each} />
        </p>
      ))}
    </div>
  )
}
