import {
  type AmiFamily,
  amiFamilies,
  type Ec2NodeClassManifest,
} from './ec2-node-class-manifest.js';

type FamilyFields = Partial<Pick<Ec2NodeClassManifest, 'amiFamily' | 'amiSelectorTerms'>>;

/** The family whose way of starting nodes is used: as stated, or the alias's. */
export function effectiveAmiFamily(spec: FamilyFields): AmiFamily | null {
  if (spec.amiFamily !== undefined) return spec.amiFamily;
  const [alias] = (spec.amiSelectorTerms ?? []).flatMap((term) => term.alias ?? []);
  return alias === undefined ? null : familyOfAlias(alias);
}

/** The family that an alias such as `al2023@latest` names; `null` for one that nobody knows. */
export function familyOfAlias(alias: string): AmiFamily | null {
  const [name] = alias.split('@');
  return amiFamilies.find((family) => family.toLowerCase() === name) ?? null;
}
