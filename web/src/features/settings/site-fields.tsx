/** Fields of the dumping sites, with distances to each zone. */
import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { FieldGrid, NumberField } from '#web/ui/fields.tsx'
import classes from './configuration.module.css'
import { newSite, type SiteDraft } from './configuration-draft.ts'
import { ScrollingFields } from './scrolling-fields.tsx'
import { Section } from './section.tsx'
import type { ConfigurationFields } from './use-save-configuration.ts'

export function SiteFields({ form }: { form: ConfigurationFields }) {
  const sites = form.getValues().dumping_sites
  return (
    <Section
      title="Dumping sites"
      hint="Distances are driven one way, in km."
      aside={
        <Button
          variant="default"
          size="sm"
          mih={44}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => form.insertListItem('dumping_sites', newSite(sites, Object.keys(form.getValues().customers)))}
        >
          Add Site
        </Button>
      }
    >
      <ul className={classes.sites}>
        {sites.map((site, index) => (
          <li key={site.key} className={classes.site}>
            <OneSite form={form} site={site} index={index} only={sites.length === 1} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface OneSiteProps {
  form: ConfigurationFields
  site: SiteDraft
  index: number
  /** True for the last site, which cannot be removed. */
  only: boolean
}

function OneSite({ form, site, index, only }: OneSiteProps) {
  const field = (name: string) => ({ size: 'sm', ...form.getInputProps(`dumping_sites.${index}.${name}`) })
  const name = site.name || site.id
  const zones = Object.keys(site.distances)
  return (
    <fieldset>
      <legend className={classes.siteName}>{name}</legend>
      <FieldGrid cols={3}>
        <TextInput label="Site ID" autoComplete="off" disabled={!site.added} {...field('id')} />
        <TextInput label="Name" autoComplete="off" {...field('name')} />
        <TextInput label="Location" autoComplete="off" {...field('location')} />
        <NumberField label="Latitude" step={0.000001} min={-90} max={90} {...field('coordinates.lat')} />
        <NumberField label="Longitude" step={0.000001} min={-180} max={180} {...field('coordinates.lng')} />
        {!only && (
          <Button
            variant="subtle"
            color="statusCritical"
            size="sm"
            mih={44}
            className={classes.remove!}
            aria-label={`Remove ${name}`}
            onClick={() => form.removeListItem('dumping_sites', index)}
          >
            Remove
          </Button>
        )}
      </FieldGrid>
      <ScrollingFields cols={3} count={zones.length}>
        {zones.map((zone) => (
          <NumberField key={zone} label={`From ${zone} (km)`} min={0} step={0.1} {...field(`distances.${zone}`)} />
        ))}
      </ScrollingFields>
    </fieldset>
  )
}
