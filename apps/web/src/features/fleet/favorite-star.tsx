import { preferences, setPreferences, usePreferences } from '../../lib/browser/preferences.js';
import { Icon } from '../../ui/controls/icon.js';
import classes from './favorite-star.module.css';

export interface FavoriteStarProps {
  readonly id: string;
  readonly name: string;
}

/** Marks a cluster as a favorite of this browser, which is shown first. */
export function FavoriteStar({ id, name }: FavoriteStarProps) {
  const isFavorite = usePreferences().favoriteClusters.includes(id);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={isFavorite}
      aria-label={`Show ${name} first`}
      title={isFavorite ? 'Favorite: shown first. Remove from favorites' : 'Add to favorites'}
      className={`${classes['star']} ${isFavorite ? classes['favorite'] : ''}`}
      onClick={() => toggleFavorite(id)}
    >
      <Icon name="star" />
    </button>
  );
}

/** Adds the cluster to the favorites, or removes it. */
export function toggleFavorite(id: string): void {
  const favorites = preferences().favoriteClusters;
  setPreferences({
    favoriteClusters: favorites.includes(id)
      ? favorites.filter((favorite) => favorite !== id)
      : [...favorites, id],
  });
}
