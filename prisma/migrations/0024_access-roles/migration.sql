-- AlterTable
ALTER TABLE "users" ADD COLUMN     "disabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "groups" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "last_sign_in_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "address" TEXT;

-- CreateTable
CREATE TABLE "custom_roles" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "actions" TEXT[] NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "custom_roles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "role_bindings" (
    "id" TEXT NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "scope_kind" TEXT NOT NULL,
    "team_id" TEXT,
    "cluster_id" TEXT,
    "node_pool" TEXT,
    "effect" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "role_bindings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "role_bindings_subject_kind" CHECK ("subject_kind" IN ('User', 'Group', 'ApiToken')),
    CONSTRAINT "role_bindings_effect" CHECK ("effect" IN ('Allow', 'Deny')),
    CONSTRAINT "role_bindings_scope" CHECK (
        CASE "scope_kind"
            WHEN 'Organization' THEN num_nonnulls("team_id", "cluster_id", "node_pool") = 0
            WHEN 'Team' THEN "team_id" IS NOT NULL AND num_nonnulls("cluster_id", "node_pool") = 0
            WHEN 'Cluster' THEN "cluster_id" IS NOT NULL AND num_nonnulls("team_id", "node_pool") = 0
            WHEN 'NodePool' THEN "team_id" IS NULL AND num_nonnulls("cluster_id", "node_pool") = 2
            ELSE false
        END
    )
);

-- CreateTable
CREATE TABLE "teams" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_ownerships" (
    "team_id" TEXT NOT NULL,
    "cluster_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "team_ownerships_pkey" PRIMARY KEY ("team_id","cluster_id","kind","name")
);

-- CreateTable
CREATE TABLE "team_members" (
    "team_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("team_id","kind","subject_id")
);

-- Every user was an administrator. A token could read, or do what its creator may do.
INSERT INTO "role_bindings"
    ("id", "subject_kind", "subject_id", "role", "scope_kind", "effect", "created_at", "created_by")
SELECT 'rbi_' || substr("id", 5), 'User', "id", 'admin', 'Organization', 'Allow', now(), 'Kerf'
FROM "users";

INSERT INTO "role_bindings"
    ("id", "subject_kind", "subject_id", "role", "scope_kind", "effect", "created_at", "created_by")
SELECT 'rbi_' || substr("id", 5), 'ApiToken', "id",
    CASE "scope" WHEN 'read' THEN 'viewer' ELSE 'admin' END, 'Organization', 'Allow', now(), 'Kerf'
FROM "api_tokens";

-- AlterTable
ALTER TABLE "api_tokens" DROP COLUMN "scope",
ADD COLUMN     "previous_digest" TEXT,
ADD COLUMN     "previous_secret_until" TIMESTAMPTZ(3),
ADD COLUMN     "rotated_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE UNIQUE INDEX "custom_roles_name_key" ON "custom_roles"("name");

-- CreateIndex
CREATE INDEX "role_bindings_subject" ON "role_bindings"("subject_kind", "subject_id");

-- CreateIndex
CREATE INDEX "role_bindings_cluster" ON "role_bindings"("cluster_id");

-- CreateIndex
CREATE INDEX "role_bindings_team" ON "role_bindings"("team_id");

-- CreateIndex
CREATE UNIQUE INDEX "teams_name_key" ON "teams"("name");

-- CreateIndex
CREATE INDEX "team_ownerships_cluster" ON "team_ownerships"("cluster_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_previous_digest_key" ON "api_tokens"("previous_digest");

-- AddForeignKey
ALTER TABLE "role_bindings" ADD CONSTRAINT "role_bindings_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_bindings" ADD CONSTRAINT "role_bindings_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_ownerships" ADD CONSTRAINT "team_ownerships_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_ownerships" ADD CONSTRAINT "team_ownerships_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
