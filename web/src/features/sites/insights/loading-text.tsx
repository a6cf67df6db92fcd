/** Loading text in the space of the figures. */
import { Loader } from '@mantine/core'
import classes from './insights.module.css'

export function LoadingText({ title, text }: { title: string; text: string }) {
  return (
    <output className={classes.waiting}>
      <Loader size={28} aria-hidden="true" />
      <b>{title}</b>
      <span>{text}</span>
    </output>
  )
}
