-- Without it a report of one project and one model walks all failures of the model.
create index troubled_by_project_and_model on troubled (project, model, at);
