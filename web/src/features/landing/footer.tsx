/** The footer of the public pages. */
import { Link } from 'react-router'
import { useCityWords } from '../../components/city-words.ts'
import { Logo } from '../../components/shell/logo.tsx'
import { ThemeToggle } from '../../components/shell/theme-toggle.tsx'
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
