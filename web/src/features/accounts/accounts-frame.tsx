/** Frame of the account pages: the form, and on wide screens a description beside it. */
import '#web/ui/input-styles.ts'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Logo, ThemeToggle } from '#web/ui/logo.tsx'
import classes from './accounts.module.css'

const points = [
  ['Residents', 'report a full bin in one tap and see when the truck comes.'],
  ['Dispatchers', 'see every report within a second and send a truck when a zone is ready.'],
  ['Recyclers', 'know what is on its way, and what it is made of.'],
]

export function AccountsFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <header className={classes.bar}>
          <Link to="/" className={classes.home}>
            <Logo />
          </Link>
          <ThemeToggle />
        </header>
        <main className={classes.main}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {children}
          <Anchor component={Link} to="/" className={classes.back}>
            Back to home
          </Anchor>
        </main>
      </div>
      <aside className={classes.aside} aria-label="What WasteSense is for">
        <p className={classes.claim}>Bins are collected when they are full.</p>
        <ul className={classes.points}>
          {points.map(([who, what]) => (
            <li key={who}>
              <strong>{who}</strong> {what}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}
