/**
 * Tabs with the sections of the configuration.
 * All stay mounted, so that typed values survive a switch.
 */
import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './configuration.module.css'
import { SECTIONS, type SectionName } from './section-names.ts'

export interface SectionsProps {
  section: SectionName
  setSection(section: SectionName): void
  /** Hidden sections. */
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
