import { Link } from 'react-router'
import { Logo } from '#web/components/logo.tsx'
import { ThemeToggle } from '#web/components/theme-toggle.tsx'
import { useCityWords } from '#web/format/city-words.ts'
import classes from './footer.module.css'
import { anchors, support } from './links.ts'

const columns = [
  { title: 'Quick Links', links: anchors },
  { title: 'Support', links: support },
]

export function Footer() {
  const { name, country } = useCityWords()
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.about}>
          <Logo />
          <p>
            Urban waste collection for residents, dispatchers and recyclers in {name}, {country}.
          </p>
          <ThemeToggle className={classes.theme} />
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className={classes.title}>{title}</h2>
            <ul className={classes.links}>
              {links.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}
