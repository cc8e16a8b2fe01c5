import {
  type AmiFamily,
  amiFamilies,
  type Ec2NodeClassManifest,
} from './ec2-node-class-manifest.js';

type FamilyFields = Partial<Pick<Ec2NodeClassManifest, 'amiFamily' | 'amiSelectorTerms'>>;

/**
 * Returns the AMI family that determines how nodes start: `amiFamily`, or the family of the alias;
 * `null` without either.
 */
export function effectiveAmiFamily(spec: FamilyFields): AmiFamily | null {
  if (spec.amiFamily !== undefined) return spec.amiFamily;
  const [alias] = (spec.amiSelectorTerms ?? []).flatMap((term) => term.alias ?? []);
  return alias === undefined ? null : familyOfAlias(alias);
}

/** Returns the AMI family of an alias such as `al2023@latest`; `null` for an unknown alias. */
export function familyOfAlias(alias: string): AmiFamily | null {
  const [name] = alias.split('@');
  return amiFamilies.find((family) => family.toLowerCase() === name) ?? null;
}
