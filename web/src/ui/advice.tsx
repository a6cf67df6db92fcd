/** Fixed pieces of advice side by side, each with icon, title and sentence. */
import type { Icon } from '@tabler/icons-react'
import classes from './advice.module.css'

export interface AdviceProps {
  pieces: readonly { icon: Icon; title: string; text: string }[]
}

export function Advice({ pieces }: AdviceProps) {
  return (
    <ul className={classes.advice}>
      {pieces.map(({ icon: Icon, title, text }) => (
        <li key={title} className={classes.piece}>
          <Icon size={22} stroke={1.6} aria-hidden="true" />
          <div>
            <h3 className={classes.title}>{title}</h3>
            <p className={classes.text}>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
