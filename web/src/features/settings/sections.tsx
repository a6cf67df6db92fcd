/** The sections of the configuration, one in sight at a time. All stay mounted, so that nothing that was typed is lost. */
import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './configuration.module.css'
import { SECTIONS, type SectionName } from './section-names.ts'

export interface SectionsProps {
  section: SectionName
  setSection(section: SectionName): void
  /** Those that cannot be shown. */
  without?: readonly SectionName[]
  children: ReactNode
}

export function Sections({ section, setSection, without = [], children }: SectionsProps) {
  const names = (Object.keys(SECTIONS) as SectionName[]).filter((name) => !without.includes(name))
  return (
    <Tabs value={section} onChange={(next) => next && setSection(next as SectionName)} keepMounted>
      <Tabs.List className={classes.tabs} aria-label="Sections of the configuration">
        {names.map((name) => (
          <Tabs.Tab key={name} value={name} className={classes.tab}>
            {SECTIONS[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {children}
    </Tabs>
  )
}
